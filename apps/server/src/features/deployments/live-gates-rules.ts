import type { EpochMs } from '@trickdesk/domain';

/** What this server may do with real orders. */
export interface LivePolicy {
  /** Of the broker accounts that it uses. */
  readonly environment: 'simulator' | 'live';
  /** Of real brokers: nothing but reading, the owner's and family's own accounts, or strategies for others. */
  readonly operatingMode: 'read_only' | 'self' | 'provider';
  /** Registration numbers that a provider needs and this server lacks. */
  readonly missingRegistrations: readonly string[];
}

/** What stands between a deployment and real orders, as it is stored at a moment. */
export interface LiveFacts {
  readonly isKycVerified: boolean;
  readonly isTradeActivated: boolean;
  /** Both were given for the demo: nobody has checked anything. */
  readonly isGrantedForDemo: boolean;
  /** The broker account that its orders would go to. */
  readonly link: { readonly status: 'linked' | 'expired' | 'error'; readonly tokenExpiresAt: EpochMs } | undefined;
  /** Of the version: what the exchange gave it, and when it approved it. */
  readonly algo: { readonly id: string | undefined; readonly approvedOn: string | undefined };
  readonly capitalPaise: bigint;
  readonly minCapitalPaise: bigint;
  /** Symbols of the definition that are no longer listed or cannot be traded. */
  readonly goneSymbols: readonly string[];
  /** Why the kill switch is on, the account's or the product's. */
  readonly killReason: string | undefined;
  readonly lockedUntil: EpochMs | undefined;
  readonly hasPrices: boolean;
  /** Wall clock. */
  readonly now: EpochMs;
}

export type LiveGate =
  | 'kyc'
  | 'activation'
  | 'broker'
  | 'session'
  | 'operating_mode'
  | 'algo'
  | 'capital'
  | 'instruments'
  | 'kill_switch'
  | 'risk_lock'
  | 'market';

export type LiveRefusal =
  | 'KYC_NOT_VERIFIED'
  | 'TRADE_NOT_ACTIVATED'
  | 'KYC_AND_ACTIVATION_MISSING'
  | 'BROKER_NOT_LINKED'
  | 'BROKER_SESSION_CLOSED'
  | 'LIVE_READ_ONLY'
  | 'ALGO_NOT_APPROVED'
  | 'TRICK_NO_CAPITAL'
  | 'TRICK_CAPITAL_TOO_SMALL'
  | 'TRICK_INSTRUMENT_GONE'
  | 'KILL_SWITCH_ON'
  | 'RISK_LOCKED'
  | 'MARKET_DATA_UNAVAILABLE';

export interface GateState {
  readonly gate: LiveGate;
  readonly passed: boolean;
  readonly sentence: string;
  /** Why it is shut. */
  readonly code: LiveRefusal | undefined;
}

type Shut = { readonly code: LiveRefusal; readonly sentence: string } | undefined;

/** Each gate in the order in which a person mends it. */
export function liveGates(facts: LiveFacts, policy: LivePolicy): readonly GateState[] {
  const granted = facts.isGrantedForDemo ? ' (granted for the demo)' : '';
  const gates: readonly (readonly [LiveGate, string, Shut])[] = [
    ['kyc', `Your KYC is verified${granted}.`, kyc(facts)],
    ['activation', `Trading is activated${granted}.`, activation(facts)],
    ['broker', 'A broker account is linked.', broker(facts)],
    ['session', 'The session at the broker is open.', session(facts)],
    ['operating_mode', orderWords(policy), operatingMode(policy)],
    ['algo', 'This version may place orders.', algo(facts, policy)],
    ['capital', 'The capital is enough.', capital(facts)],
    ['instruments', 'Every instrument can be traded.', instruments(facts)],
    ['kill_switch', 'The kill switch is off.', killSwitch(facts)],
    ['risk_lock', 'No risk lock is on.', riskLock(facts)],
    ['market', 'Prices are coming in.', market(facts)],
  ];
  return gates.map(([gate, fine, shut]) => ({
    gate,
    passed: shut === undefined,
    sentence: shut?.sentence ?? fine,
    code: shut?.code,
  }));
}

/** The refusal for what is shut: the first one's code, with the sentences of all; `undefined` where nothing is. */
export function liveRefusal(gates: readonly GateState[]): { code: LiveRefusal; message: string } | undefined {
  const shut = gates.filter(({ passed }) => !passed);
  const code = shut[0]?.code;
  if (code === undefined) return undefined;
  const isBoth = shut.some(({ gate }) => gate === 'kyc') && shut.some(({ gate }) => gate === 'activation');
  return {
    code: isBoth ? 'KYC_AND_ACTIVATION_MISSING' : code,
    message: toldOf(shut)
      .map(({ sentence }) => sentence)
      .join(' '),
  };
}

/** Without a broker account there is no session either: that is one thing to mend. */
function toldOf(shut: readonly GateState[]): readonly GateState[] {
  const hasNoBroker = shut.some(({ gate }) => gate === 'broker');
  return shut.filter(({ gate }) => !(hasNoBroker && gate === 'session'));
}

function orderWords({ environment }: LivePolicy): string {
  return environment === 'simulator'
    ? 'Its orders go to the simulated broker.'
    : 'Real orders are allowed on this server.';
}

function kyc({ isKycVerified }: LiveFacts): Shut {
  if (isKycVerified) return undefined;
  return {
    code: 'KYC_NOT_VERIFIED',
    sentence: 'Your KYC is not verified: PAN and Aadhaar are needed for live trading.',
  };
}

function activation({ isTradeActivated }: LiveFacts): Shut {
  if (isTradeActivated) return undefined;
  return { code: 'TRADE_NOT_ACTIVATED', sentence: 'Trading is not activated: live trading needs an active plan.' };
}

function broker({ link }: LiveFacts): Shut {
  if (link) return undefined;
  return { code: 'BROKER_NOT_LINKED', sentence: 'No broker account is linked. Link one first.' };
}

function session({ link, now }: LiveFacts): Shut {
  const isOpen = link?.status === 'linked' && link.tokenExpiresAt > now;
  if (isOpen) return undefined;
  return {
    code: 'BROKER_SESSION_CLOSED',
    sentence: link
      ? 'The session at your broker has ended. Sign in there again.'
      : 'There is no session at a broker yet.',
  };
}

function operatingMode({ environment, operatingMode: mode, missingRegistrations }: LivePolicy): Shut {
  if (environment === 'simulator') return undefined;
  if (mode === 'read_only') {
    return {
      code: 'LIVE_READ_ONLY',
      sentence: 'This server only reads the real market: its operator allows no orders.',
    };
  }
  if (mode === 'self' || missingRegistrations.length === 0) return undefined;
  return { code: 'LIVE_READ_ONLY', sentence: unsetWords(missingRegistrations) };
}

function unsetWords(names: readonly string[]): string {
  const [others, last] = [names.slice(0, -1).join(', '), names.at(-1)];
  return others === ''
    ? `This server may place no orders for others: ${last} is not set.`
    : `This server may place no orders for others: ${others} and ${last} are not set.`;
}

/** Whatever is offered to others is approved by the exchange, version by version. */
function algo({ algo: { id, approvedOn } }: LiveFacts, { environment, operatingMode: mode }: LivePolicy): Shut {
  if (environment === 'simulator' || mode !== 'provider') return undefined;
  const missing = [id === undefined ? 'an algo id' : '', approvedOn === undefined ? 'an approval date' : ''];
  const named = missing.filter((name) => name !== '').join(' and ');
  if (named === '') return undefined;
  return { code: 'ALGO_NOT_APPROVED', sentence: `This version has no exchange approval: it lacks ${named}.` };
}

function capital({ capitalPaise, minCapitalPaise }: LiveFacts): Shut {
  if (capitalPaise <= 0n) return { code: 'TRICK_NO_CAPITAL', sentence: 'Set the capital of this trick.' };
  if (capitalPaise >= minCapitalPaise) return undefined;
  return { code: 'TRICK_CAPITAL_TOO_SMALL', sentence: 'The capital is less than this trick needs.' };
}

function instruments({ goneSymbols }: LiveFacts): Shut {
  if (goneSymbols.length === 0) return undefined;
  return {
    code: 'TRICK_INSTRUMENT_GONE',
    sentence: `${goneSymbols.join(', ')} cannot be traded any more. Choose another trick.`,
  };
}

function killSwitch({ killReason }: LiveFacts): Shut {
  if (killReason === undefined) return undefined;
  return { code: 'KILL_SWITCH_ON', sentence: `The kill switch is on: ${killReason.replace(/\.$/, '')}.` };
}

function riskLock({ lockedUntil, now }: LiveFacts): Shut {
  if (lockedUntil === undefined || lockedUntil <= now) return undefined;
  return { code: 'RISK_LOCKED', sentence: 'Your account is locked against new risk until the time that you chose.' };
}

function market({ hasPrices }: LiveFacts): Shut {
  if (hasPrices) return undefined;
  return { code: 'MARKET_DATA_UNAVAILABLE', sentence: 'No prices are coming in yet. Try again in a moment.' };
}
