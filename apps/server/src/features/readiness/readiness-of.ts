import { formatPaise } from '@trickdesk/domain';
import { decideStart, type LiveGate, liveGates } from '../deployments/index.ts';
import { decideEntry, guardEntry, NO_LIMITS, type RiskVeto } from '../risk/index.ts';
import { type Cause, type CauseCode, causeOf, onceEach } from './causes.ts';
import { dayCauses } from './day-causes.ts';
import type { BaseFacts, ReadinessFacts, TrickFacts } from './facts.ts';
import { fundsCause, nextEntryOf, sizingCause } from './next-entry.ts';
import { type StopState, stopOf } from './stop-words.ts';
import { releaseCauses } from './unreleased.ts';

export interface Readiness {
  readonly verdict: 'will_trade' | 'will_not';
  /** Empty where it will trade. */
  readonly causes: readonly Cause[];
  readonly stop: StopState;
}

/**
 * Whether a trick can open a position today, by the same rules that its entry, or its start, will meet. Pure: the gates
 * of going live and of risk are asked with the facts of now.
 */
export function readinessOf(facts: ReadinessFacts): Readiness {
  const causes = onceEach([
    ...lifeCauses(facts),
    ...releaseCauses(facts.trick),
    ...baseCauses(facts),
    ...ownLimitCauses(facts.trick),
    ...dayCauses(facts.day, facts.trick),
    ...machineCauses(facts),
  ]);
  return {
    verdict: causes.length === 0 ? 'will_trade' : 'will_not',
    causes,
    stop: stopOf(facts.day, facts.trick),
  };
}

const isUndisturbed = ({ status, phase }: TrickFacts): boolean => status === 'running' && phase === 'running';

/** One that does not run also says what its start would be refused for. */
function lifeCauses(facts: ReadinessFacts): Cause[] {
  const { trick } = facts;
  if (isUndisturbed(trick)) return [];
  const own = (code: CauseCode, sentence: string): Cause => causeOf(code, sentence, trick.id);
  if (trick.status === 'halted') {
    const sentence = `It is halted: ${trick.statusReason ?? 'a fault on our side'}.`.replace(/\.\.$/, '.');
    return [own('halted', sentence), ...startCauses(facts)];
  }
  if (trick.phase === 'exiting') return [own('exiting', 'It sells what it holds and ends then.')];
  if (trick.phase === 'stopping') return [own('exiting', 'It was stopped and only waits for its exits.')];
  return [own('stopped', 'It does not run.'), ...startCauses(facts)];
}

function startCauses(facts: ReadinessFacts): Cause[] {
  const { trick } = facts;
  if (trick.mode === 'paper') {
    const [goneSymbols, capital] = [goneOf(trick), capitalOf(trick)];
    const start = decideStart({ status: trick.status, phase: trick.phase, ...capital, goneSymbols });
    return start.allowed ? [] : [paperStartCause(start.code, trick, goneSymbols)];
  }
  const shut = gatesOf(facts)
    .filter(({ passed }) => !passed)
    .flatMap(({ gate, sentence }) => {
      // Without an account there is no session either: one thing to mend, not two.
      if (gate === 'session' && !trick.link) return [];
      return [gate === 'session' ? sessionCause(trick, sentence) : causeOf(CODE_OF_GATE[gate], sentence, trick.id)];
    });
  return [...shut, ...wordCauses(trick)];
}

function goneOf({ bases, unlistedSources }: TrickFacts): string[] {
  const gone = bases.filter(({ isTradeable }) => !isTradeable).map(({ symbol }) => symbol);
  return [...gone, ...unlistedSources];
}

function capitalOf({ capitalPaise, minCapitalPaise }: TrickFacts) {
  return { capitalPaise: BigInt(capitalPaise), minCapitalPaise: BigInt(minCapitalPaise) };
}

function gatesOf({ trick, account, day }: ReadinessFacts): ReturnType<typeof liveGates> {
  return liveGates(
    {
      isKycVerified: account.isKycVerified,
      isTradeActivated: account.isTradeActivated,
      isGrantedForDemo: account.isGrantedForDemo,
      link: trick.link && { status: trick.link.status, tokenExpiresAt: trick.link.tokenExpiresAt },
      algo: trick.algo,
      ...capitalOf(trick),
      goneSymbols: goneOf(trick),
      killReason: account.killReason,
      lockedUntil: account.switches.lockedUntil,
      hasPrices: day.now !== undefined,
      now: day.wallNow,
    },
    account.policy,
  );
}

function wordCauses({ id, word }: TrickFacts): Cause[] {
  if (word === undefined || word === 'within') return [];
  const sentence =
    word === 'beyond'
      ? 'Its settings allow it more than you have agreed to.'
      : 'Nothing is kept that shows with which settings you agreed to it.';
  return [causeOf('acknowledgement', sentence, id)];
}

const CODE_OF_GATE: Readonly<Record<LiveGate, CauseCode>> = {
  kyc: 'kyc',
  activation: 'activation',
  broker: 'broker_missing',
  session: 'broker_session',
  operating_mode: 'operating_mode',
  algo: 'algo',
  capital: 'capital',
  instruments: 'instruments',
  kill_switch: 'kill_switch',
  risk_lock: 'risk_lock',
  market: 'no_prices',
};

function paperStartCause(code: string, trick: TrickFacts, gone: readonly string[]): Cause {
  if (code === 'TRICK_INSTRUMENT_GONE') return goneCause(trick, gone);
  return causeOf('capital', 'Its capital is less than this trick needs. Raise it in the settings.', trick.id);
}

function goneCause({ id }: TrickFacts, gone: readonly string[]): Cause {
  return causeOf('instruments', `${gone.join(', ')} cannot be traded any more.`, id);
}

function sessionCause({ id, link }: TrickFacts, sentence: string): Cause {
  if (!link) return causeOf('broker_missing', 'No broker account is linked. Link one first.', id);
  if (link.status !== 'error') return causeOf('broker_session', sentence, id);
  const said = link.statusReason ?? 'it gave no reason';
  return causeOf('broker_refused', `The broker turned account ${link.clientCode} away: ${said}`, id);
}

/** What stands against an entry in each base; nothing where one of them is free. */
function baseCauses(facts: ReadinessFacts): Cause[] {
  const { bases } = facts.trick;
  const usable = bases.filter((base) => base.isTradeable && !base.isDisabled && !base.isUnclear);
  // Where none is usable, what else stands in the way is said all the same: it would be next.
  const perBase = nextIn(facts.trick, usable.length > 0 ? usable : bases).map((base) => entryCauses(facts, base));
  const entries = perBase.some((causes) => causes.length === 0) ? [] : perBase.flat();
  return usable.length > 0 ? entries : [...shutCauses(facts.trick), ...entries];
}

/** Where the next entry is made: not in what is held, unless all is that may be held at once. */
function nextIn({ definition }: TrickFacts, bases: readonly BaseFacts[]): readonly BaseFacts[] {
  const held = bases.filter(({ isHeld }) => isHeld === true);
  const most = definition.risk.maxOpenPositions ?? Number.POSITIVE_INFINITY;
  return held.length === bases.length || held.length >= most ? held : bases.filter(({ isHeld }) => isHeld !== true);
}

function shutCauses(trick: TrickFacts): Cause[] {
  const gone = trick.bases.filter(({ isTradeable }) => !isTradeable).map(({ symbol }) => symbol);
  const disabled = trick.bases.filter((base) => base.isTradeable && base.isDisabled).map(({ symbol }) => symbol);
  const unclear = trick.bases.filter((base) => base.isUnclear).map(({ symbol }) => symbol);
  return [
    ...(gone.length > 0 ? [goneCause(trick, gone)] : []),
    ...(disabled.length > 0
      ? [causeOf('bases_disabled', `${disabled.join(', ')} is switched off in it.`, trick.id)]
      : []),
    ...(unclear.length > 0
      ? [
          causeOf(
            'unclear_order',
            `An order in ${unclear.join(', ')} was sent and the broker has not said what became of it. It is being asked.`,
            trick.id,
          ),
        ]
      : []),
  ];
}

function entryCauses(facts: ReadinessFacts, base: BaseFacts): Cause[] {
  const { trick } = facts;
  // What is held is sold first, and what that brings is not known: its money says nothing yet.
  const sizing = base.isHeld ? undefined : sizingCause(trick, base);
  if (trick.mode === 'paper') {
    const doubt = guardEntry(base.symbol, base.market);
    return [...(sizing ? [sizing] : []), ...(doubt ? [vetoCause(doubt, trick)] : [])];
  }
  const { link } = trick;
  if (!link) return [causeOf('broker_missing', 'No broker account is linked. Link one first.', trick.id)];
  const veto = vetoOf(facts, base) ?? sessionAhead(facts, base);
  const funds = base.isHeld ? undefined : fundsCause(trick, base);
  return [...(sizing ? [sizing] : []), ...(veto ? [vetoCause(veto, trick)] : []), ...(funds ? [funds] : [])];
}

/** The same question that the desk asks before it plans an entry. */
function vetoOf({ account: { switches, account, limits }, trick }: ReadinessFacts, base: BaseFacts) {
  const entry = base.isHeld ? undefined : nextEntryOf(trick, base);
  const { link, definition } = trick;
  const decision = decideEntry(
    {
      switches: {
        ...switches,
        broker: link && { isLinked: link.status === 'linked', tokenExpiresAt: link.tokenExpiresAt },
      },
      market: base.market,
      account: { ...account, funds: link?.funds },
      limits: base.isHeld ? { ...NO_LIMITS, maxLossPerDayPaise: limits.maxLossPerDayPaise } : limits,
    },
    {
      symbol: base.symbol,
      product: definition.product === 'DELIVERY' ? 'delivery' : 'intraday',
      instrumentKind: base.instrumentKind,
      side: entry?.side ?? 'buy',
      quantity: entry?.quantity ?? 0,
      orders: entry?.orders ?? 1,
      pricePaise: entry?.pricePaise ?? 0,
      lastPaise: entry?.lastPaise ?? 0,
    },
  );
  return decision.allowed ? undefined : decision.veto;
}

/** What the desk will be told when trading opens, where its clock and ours say that the session does not last so long. */
function sessionAhead({ day, trick: { link } }: ReadinessFacts, base: BaseFacts): RiskVeto | undefined {
  const { clock } = base.market;
  if (!link || link.signsInByItself === true || !clock || day.now === undefined || !base.session) return undefined;
  const opensInMs = (base.session.openAt - day.now) / clock.speed;
  const isAhead = opensInMs > 0 && Number.isFinite(opensInMs);
  if (!isAhead || link.tokenExpiresAt > day.wallNow + opensInMs) return undefined;
  return {
    rule: 'broker_session',
    sentence: 'The session at your broker ends before trading opens. Sign in again after that.',
  };
}

function vetoCause({ rule, sentence }: RiskVeto, trick: TrickFacts): Cause {
  if (rule === 'broker_session') return sessionCause(trick, sentence);
  return causeOf(CODE_OF_RULE[rule] ?? 'account_limit', sentence, trick.id);
}

/** Every other rule of risk is a limit over the whole account. */
const CODE_OF_RULE: Readonly<Partial<Record<RiskVeto['rule'], CauseCode>>> = {
  kill_switch: 'kill_switch',
  risk_lock: 'risk_lock',
  account_loss: 'account_loss',
  feed_silent: 'feed_silent',
  stale_price: 'price_doubtful',
  price_jump: 'price_doubtful',
};

/** Limits of the trick itself, as its run counts them: a daily bar's entry counts for the day on which it is filled. */
function ownLimitCauses(trick: TrickFacts): Cause[] {
  const { definition, tradesToday, realisedTodayPaise } = trick;
  const { risk, interval } = definition;
  const trades = smaller(trick.maxTradesPerDay, risk.maxTradesPerDay);
  const loss = smaller(trick.maxLossPerDayPaise, risk.maxLossPerDayPaise);
  const causes: Cause[] = [];
  if (loss !== undefined && realisedTodayPaise <= -loss) {
    const words = `It has lost ${formatPaise(-realisedTodayPaise)} today; its limit is ${formatPaise(loss)}.`;
    causes.push(causeOf('trick_loss', words, trick.id));
  }
  if (trades !== undefined && interval !== '1d' && tradesToday >= trades) {
    causes.push(causeOf('trick_trades', `It has made its ${trades} trades of today.`, trick.id));
  }
  return causes;
}

function smaller(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}

/** Nothing of the owner's: our own processes, and the market's. */
function machineCauses(facts: ReadinessFacts): Cause[] {
  const { day, trick } = facts;
  const causes: Cause[] = [];
  if (day.now !== undefined && day.feed !== 'live') {
    const sentence = 'Prices are not arriving. Entries wait until they come again.';
    causes.push(causeOf('feed_silent', sentence, trick.id));
  }
  const forbidden = isUndisturbed(trick) ? forbiddenCause(facts) : undefined;
  // Nobody runs what may place no orders.
  if (forbidden) return [...causes, forbidden];
  if (isUndisturbed(trick) && !trick.isRunnerAwake) {
    const what = trick.mode === 'live' ? 'live tricks' : 'test tricks';
    const sentence = `The process that runs ${what} does not answer. It is started again by itself; an operator is needed if this stays.`;
    causes.push(causeOf('runner_asleep', sentence, trick.id));
  }
  return causes;
}

/** A server that lets orders leave no more says so of what goes on running, too. */
function forbiddenCause(facts: ReadinessFacts): Cause | undefined {
  if (facts.trick.mode === 'paper') return undefined;
  const mode = gatesOf(facts).find(({ gate, passed }) => gate === 'operating_mode' && !passed);
  return mode && causeOf('operating_mode', mode.sentence, facts.trick.id);
}
