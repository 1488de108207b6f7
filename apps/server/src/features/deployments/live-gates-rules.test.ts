import { describe, expect, test } from 'vitest';
import { type LiveFacts, type LiveGate, type LivePolicy, liveGates, liveRefusal } from './live-gates-rules.ts';

const NOW = Date.UTC(2026, 0, 5, 5);
const OPEN: LiveFacts = {
  ...{ isKycVerified: true, isTradeActivated: true, isGrantedForDemo: false },
  link: { status: 'linked', tokenExpiresAt: NOW + 1 },
  algo: { id: 'A1', approvedOn: '2026-01-02' },
  ...{ capitalPaise: 50_000_00n, minCapitalPaise: 50_000_00n, goneSymbols: [] },
  ...{ killReason: undefined, lockedUntil: undefined, hasPrices: true, now: NOW },
};
/** A provider on the real market, with all that it needs: where most may go wrong. */
const PROVIDER: LivePolicy = { environment: 'live', operatingMode: 'provider', missingRegistrations: [] };
const SIMULATOR: LivePolicy = { ...PROVIDER, environment: 'simulator', operatingMode: 'read_only' };

function shut(facts: Partial<LiveFacts>, policy: LivePolicy = PROVIDER): string[] {
  const gates = liveGates({ ...OPEN, ...facts }, policy);
  for (const { passed, code } of gates) expect(code === undefined).toBe(passed);
  return gates.flatMap(({ gate, code }) => (code === undefined ? [] : [`${gate} ${code}`]));
}

test('the gates stand in the order in which a person mends them, and all are open where nothing is missing', () => {
  const gates = liveGates(OPEN, PROVIDER);
  expect(gates.map(({ gate }) => gate)).toEqual<LiveGate[]>([
    ...(['kyc', 'activation', 'broker', 'session', 'operating_mode', 'algo'] as const),
    ...(['capital', 'instruments', 'kill_switch', 'risk_lock', 'market'] as const),
  ]);
  expect(gates.every(({ passed }) => passed)).toBe(true);
  expect(liveRefusal(gates)).toBeUndefined();
});

test.each<[Partial<LiveFacts>, string[]]>([
  [{ isKycVerified: false }, ['kyc KYC_NOT_VERIFIED']],
  [{ isTradeActivated: false }, ['activation TRADE_NOT_ACTIVATED']],
  [{ link: undefined }, ['broker BROKER_NOT_LINKED', 'session BROKER_SESSION_CLOSED']],
  [{ link: { status: 'linked', tokenExpiresAt: NOW } }, ['session BROKER_SESSION_CLOSED']],
  [{ link: { status: 'expired', tokenExpiresAt: NOW + 1 } }, ['session BROKER_SESSION_CLOSED']],
  [{ link: { status: 'error', tokenExpiresAt: NOW + 1 } }, ['session BROKER_SESSION_CLOSED']],
  [{ algo: { id: undefined, approvedOn: '2026-01-02' } }, ['algo ALGO_NOT_APPROVED']],
  [{ algo: { id: 'A1', approvedOn: undefined } }, ['algo ALGO_NOT_APPROVED']],
  [{ capitalPaise: 0n, minCapitalPaise: 0n }, ['capital TRICK_NO_CAPITAL']],
  [{ capitalPaise: 1n, minCapitalPaise: 1n }, []],
  [{ capitalPaise: 49_999_99n }, ['capital TRICK_CAPITAL_TOO_SMALL']],
  [{ goneSymbols: ['SBIN'] }, ['instruments TRICK_INSTRUMENT_GONE']],
  [{ killReason: 'enough for today' }, ['kill_switch KILL_SWITCH_ON']],
  [{ lockedUntil: NOW + 1 }, ['risk_lock RISK_LOCKED']],
  [{ lockedUntil: NOW }, []],
  [{ hasPrices: false }, ['market MARKET_DATA_UNAVAILABLE']],
])('a gate is shut by what belongs to it and by nothing else, case %#', (facts, codes) => {
  expect(shut(facts)).toEqual(codes);
});

describe('real orders', () => {
  const missing = ['REGISTRATION_ONE', 'REGISTRATION_TWO'];

  test.each<[LivePolicy['operatingMode'], readonly string[], string[]]>([
    ['read_only', [], ['operating_mode LIVE_READ_ONLY']],
    ['self', [], []],
    // Whoever trades for themselves and their family needs no registration of a provider.
    ['self', missing, []],
    ['provider', [], []],
    ['provider', missing, ['operating_mode LIVE_READ_ONLY']],
    ['provider', missing.slice(1), ['operating_mode LIVE_READ_ONLY']],
  ])('leave a server that is %s and lacks %j only as far as its operator may place them', (mode, lacks, codes) => {
    const policy = { environment: 'live', operatingMode: mode, missingRegistrations: lacks } as const;
    expect(shut({}, policy)).toEqual(codes);
    // The simulated broker takes orders from whatever server.
    expect(shut({}, { ...policy, environment: 'simulator' })).toEqual([]);
  });

  test('of a version without the exchange’s approval are refused where it is offered to others, and only there', () => {
    const algo = { id: undefined, approvedOn: undefined };
    expect(shut({ algo })).toEqual(['algo ALGO_NOT_APPROVED']);
    expect(shut({ algo }, { ...PROVIDER, operatingMode: 'self' })).toEqual([]);
    expect(shut({ algo }, { ...PROVIDER, environment: 'simulator' })).toEqual([]);
  });

  test('are told apart from those of the simulated broker', () => {
    const words = (policy: LivePolicy) =>
      liveGates(OPEN, policy).find(({ gate }) => gate === 'operating_mode')?.sentence;
    expect(words(PROVIDER)).toBe('Real orders are allowed on this server.');
    expect(words(SIMULATOR)).toBe('Its orders go to the simulated broker.');
  });
});

describe('a refusal', () => {
  const refusal = (facts: Partial<LiveFacts>) => liveRefusal(liveGates({ ...OPEN, ...facts }, PROVIDER));

  test('has the code of the first gate that is shut, and says what every one of them lacks', () => {
    expect(refusal({ hasPrices: false, goneSymbols: ['SBIN', 'INFY'] })).toEqual({
      code: 'TRICK_INSTRUMENT_GONE',
      message:
        'SBIN, INFY cannot be traded any more. Choose another trick. No prices are coming in yet. Try again in a moment.',
    });
  });

  test('has a code of its own where both KYC and activation are missing, not where one is', () => {
    expect(refusal({ isKycVerified: false, isTradeActivated: false })?.code).toBe('KYC_AND_ACTIVATION_MISSING');
    expect(refusal({ isKycVerified: false })?.code).toBe('KYC_NOT_VERIFIED');
    expect(refusal({ isTradeActivated: false })?.code).toBe('TRADE_NOT_ACTIVATED');
  });

  test('says once that there is no broker account, and of an ended session that it has ended', () => {
    expect(refusal({ link: undefined })).toEqual({
      code: 'BROKER_NOT_LINKED',
      message: 'No broker account is linked. Link one first.',
    });
    expect(refusal({ link: { status: 'expired', tokenExpiresAt: NOW } })?.message).toBe(
      'The session at your broker has ended. Sign in there again.',
    );
  });

  test('names what a version lacks, and what the server lacks', () => {
    expect(refusal({ algo: { id: undefined, approvedOn: undefined } })?.message).toBe(
      'This version has no exchange approval: it lacks an algo id and an approval date.',
    );
    expect(refusal({ algo: { id: 'A1', approvedOn: undefined } })?.message).toMatch(/lacks an approval date\.$/);
    const lacking = (...missingRegistrations: string[]) =>
      liveRefusal(liveGates(OPEN, { ...PROVIDER, missingRegistrations }))?.message;
    const may = 'This server may place no orders for others:';
    expect(lacking('RA_NUMBER')).toBe(`${may} RA_NUMBER is not set.`);
    expect(lacking('RA_NUMBER', 'ALGO_NUMBER')).toBe(`${may} RA_NUMBER and ALGO_NUMBER are not set.`);
    expect(lacking('A', 'B', 'C')).toBe(`${may} A, B and C are not set.`);
  });

  test('gives the reason of the kill switch with one full stop', () => {
    expect(refusal({ killReason: 'Enough for today.' })?.message).toBe('The kill switch is on: Enough for today.');
    expect(refusal({ killReason: 'Enough for today' })?.message).toBe('The kill switch is on: Enough for today.');
  });
});

test('what was granted for the demo is marked so, and says so only there', () => {
  const said = (isGrantedForDemo: boolean) =>
    liveGates({ ...OPEN, isGrantedForDemo }, SIMULATOR)
      .filter(({ sentence }) => sentence.includes('granted for the demo'))
      .map(({ gate }) => gate);
  expect(said(true)).toEqual(['kyc', 'activation']);
  expect(said(false)).toEqual([]);
});
