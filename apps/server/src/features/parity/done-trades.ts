import { type EpochMs, MINUTE_MS, type ParityCause } from '@trickdesk/domain';
import type { Decision, OpenPosition, VetoRule } from '@trickdesk/engine';
import { carriedKey, keyOf } from './expected-trades.ts';
import type { Crossing, DoneLeg, DoneTrade, MinutePrices, Shown } from './facts.ts';
import { entryFills, exitFills, shownOf } from './shown.ts';
import type { BrokerFill, DonePosition } from './store.ts';
import { isClosedElsewhere, type UnitsOfDay, unitsOfDay } from './units-of-day.ts';

export interface DoneFacts {
  readonly openAt: EpochMs;
  readonly closeAt: EpochMs;
  readonly decisions: readonly Decision[];
  readonly positions: readonly DonePosition[];
  /** Of live runs. */
  readonly fills: readonly BrokerFill[];
  readonly unfilled: readonly { readonly intent_id: number; readonly state: string }[];
  /** What the run held when the day began, and at its end, by symbol: where that is known. */
  readonly morning?: ReadonlyMap<string, OpenPosition>;
  readonly evening?: ReadonlyMap<string, OpenPosition>;
  /** What was traded in the minute that began at a moment. */
  readonly minuteOf: (symbol: string, openAt: EpochMs) => MinutePrices | undefined;
}

/** What a run did on a day, as its positions, orders and decisions tell it. */
export function doneTrades(facts: DoneFacts): DoneTrade[] {
  const decisions = new Map(facts.decisions.map((decision) => [decision.sequence, decision]));
  return facts.positions.map((position) => {
    const entered = decisions.get(position.entry_intent);
    const entryAt = position.entry_at.getTime();
    const isCarried = entryAt < facts.openAt;
    const morning = isCarried ? facts.morning?.get(position.symbol) : undefined;
    const units = unitsOfDay({
      ...{ position, morning, isClosed: isClosed(facts, position) },
      evening: ofEntry(facts.evening?.get(position.symbol), position),
      closedAtBroker: isClosedElsewhere(facts.fills, position, facts.closeAt),
    });
    return {
      key: isCarried || !entered ? carriedKey(position.symbol) : keyOf(entered),
      symbol: position.symbol,
      direction: position.direction,
      quantity: units.quantity,
      // What was not filled on an earlier day is nothing that today lacks.
      wantedQuantity: morning ? units.quantity : position.wanted_quantity,
      chargesPaise: units.chargesPaise,
      entry: legOf(facts, position.symbol, {
        at: entryAt,
        pricePaise: position.entry_paise,
        decision: entered,
        // What a carried position was entered at, its back-test takes as it was.
        crossing: isCarried ? undefined : crossingOf(position.entry_spread_paise, position.entry_unshown),
        shown: isCarried ? undefined : shownOf(entryFills(facts.fills, position), position.quantity),
      }),
      exit: exitOf(facts, { position, units }, decisions),
      grossPaise: units.grossPaise,
      left: units.left,
      disturbance: disturbanceOf(facts, position),
    };
  });
}

/** The base may be held by a later entry by now. */
function ofEntry(held: OpenPosition | undefined, { entry_at: entryAt }: DonePosition): OpenPosition | undefined {
  return held?.entryAt === entryAt.getTime() ? held : undefined;
}

function isClosed({ closeAt }: DoneFacts, { exit_at: at, exit_paise: pricePaise }: DonePosition): boolean {
  return at !== null && pricePaise !== null && at.getTime() <= closeAt;
}

function exitOf(
  facts: DoneFacts,
  { position, units }: { readonly position: DonePosition; readonly units: UnitsOfDay },
  decisions: ReadonlyMap<number, Decision>,
): DoneLeg | undefined {
  if (units.exitPaise === undefined) return undefined;
  const fills = exitFills(facts.fills, position);
  const leg = legOf(facts, position.symbol, {
    at: position.exit_at?.getTime() ?? 0,
    pricePaise: units.exitPaise,
    decision: decisions.get(position.exit_intent ?? 0),
    crossing: crossingOf(position.exit_spread_paise, position.exit_unshown),
    shown: shownOf(fills, units.quantity),
  });
  return { ...leg, closedAtBroker: fills.some(({ placed_kind: placed }) => placed === 'elsewhere') };
}

function legOf(
  { minuteOf }: DoneFacts,
  symbol: string,
  leg: {
    readonly at: EpochMs;
    readonly pricePaise: number;
    readonly decision: Decision | undefined;
    readonly crossing: Crossing | undefined;
    readonly shown: Shown | undefined;
  },
): DoneLeg {
  const { at, pricePaise, decision, crossing, shown } = leg;
  return {
    at,
    pricePaise,
    rule: decision?.rule ?? ('broker' as const),
    referencePaise: decision?.pricePaise ?? pricePaise,
    barOpenAt: decision?.barOpenAt,
    minute: minuteOf(symbol, Math.floor(at / MINUTE_MS) * MINUTE_MS),
    crossing,
    shown,
  };
}

function crossingOf(spreadPaise: bigint | null, unshown: number | null): Crossing | undefined {
  return spreadPaise === null ? undefined : { spreadPaise: Number(spreadPaise), unshownQuantity: unshown ?? 0 };
}

function disturbanceOf(
  { closeAt }: DoneFacts,
  { exit_state: state, exit_at: exitAt, exit_paise: exitPaise }: DonePosition,
): ParityCause | undefined {
  // It went over to its owner, unsold.
  if (exitAt !== null && exitPaise === null && exitAt.getTime() <= closeAt) return 'owner';
  if (state === 'rejected') return 'rejection';
  if (state === 'unknown') return 'order_unclear';
  return undefined;
}

/** Why decisions of the day did not become trades. */
export function refusalsOf({
  decisions,
  unfilled,
}: Pick<DoneFacts, 'decisions' | 'unfilled'>): Map<string, ParityCause> {
  const refusals = new Map<string, ParityCause>();
  const bySequence = new Map(decisions.map((decision) => [decision.sequence, decision]));
  for (const decision of decisions) {
    if (decision.action === 'veto') refusals.set(keyOf(decision), causeOfVeto(decision.veto));
  }
  for (const { intent_id: intentId, state } of unfilled) {
    const decision = bySequence.get(intentId);
    if (decision) refusals.set(keyOf(decision), refusedBy(decisions, decision) ?? causeOfEnd(state));
  }
  return refusals;
}

/** What was said against an entry after it was decided: by the rules over its account, or by doubtful prices. */
function refusedBy(decisions: readonly Decision[], { sequence, symbol }: Decision): ParityCause | undefined {
  const next = decisions.find((decision) => decision.sequence > sequence && decision.symbol === symbol);
  const isRefusal = next?.action === 'veto' && next.barOpenAt === undefined;
  return isRefusal ? causeOfVeto(next.veto) : undefined;
}

function causeOfVeto(veto: VetoRule | undefined): ParityCause {
  if (veto === 'missed_bar' || veto === 'order_unclear') return veto;
  if (veto === 'broker_refused') return 'rejection';
  return veto === 'stopped' || veto === 'base_disabled' ? 'owner' : 'veto';
}

/** Of an order of which nothing was filled. */
function causeOfEnd(state: string): ParityCause {
  if (state === 'rejected') return 'rejection';
  return state === 'cancelled' || state === 'expired' ? 'not_filled' : 'order_unclear';
}
