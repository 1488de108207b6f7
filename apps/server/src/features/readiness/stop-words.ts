import { timeOf } from './day-causes.ts';
import type { DayFacts, HoldingFacts, TrickFacts } from './facts.ts';

/** Whether what a trick holds is guarded by a stop that rests at the broker. */
export interface StopState {
  readonly rests: boolean;
  /** Something is held live: a stop should rest while trading is open. */
  readonly needed: boolean;
  readonly why: string;
}

export function stopOf(day: DayFacts, trick: TrickFacts): StopState {
  if (trick.mode === 'paper') {
    return { rests: false, needed: false, why: 'Paper money: the trick watches its stop itself.' };
  }
  const held = trick.holdings.filter(({ heldQuantity }) => heldQuantity > 0);
  if (held.length === 0) {
    return { rests: false, needed: false, why: 'Nothing is held. A stop is placed at the broker with the first fill.' };
  }
  // Every order at the broker ends with its day; that it has may not be known yet.
  const isOver = day.now !== undefined && day.session !== undefined && day.now >= day.session.closeAt;
  const bare = held.filter(({ heldQuantity, restingQuantity }) => isOver || restingQuantity < heldQuantity);
  if (bare.length === 0) return { rests: true, needed: true, why: 'A stop rests at the broker for all that is held.' };
  return { rests: false, needed: true, why: bareWords(day, trick, bare) };
}

function bareWords(day: DayFacts, trick: TrickFacts, bare: readonly HoldingFacts[]): string {
  const names = bare.map(({ symbol }) => symbol).join(', ');
  const session = bare.map(({ symbol }) => trick.bases.find((base) => base.symbol === symbol)?.session)[0];
  const { now } = day;
  if (now === undefined) return `No stop is known to rest for ${names}: no price has come yet.`;
  if (day.kind === 'unknown') {
    return `The exchange’s calendar of ${day.date.slice(0, 4)} is not known here, and no stop rests for ${names}. It is placed when the first price of the day shows that the exchange trades; until then watch it yourself.`;
  }
  if (session && now >= session.openAt && now < session.closeAt) {
    return `No stop rests at the broker for ${names}. Trickdesk places it as soon as the broker takes it; until then watch it yourself.`;
  }
  if (session && day.session && now >= session.closeAt && now < day.session.closeAt) {
    return `${names} is in the closing auction, which takes no stops. ${againWords(trick, day)}`;
  }
  if (session && now < session.openAt) {
    return `${names} was held over night, when no stop can rest. It is placed again when trading opens at ${timeOf(session.openAt)}.`;
  }
  return `Trading is closed, and no stop can rest for ${names}. ${againWords(trick, day)}`;
}

function againWords({ definition }: TrickFacts, { next }: DayFacts): string {
  if (definition.product === 'INTRADAY') return 'The broker closes intraday positions by itself at the end of the day.';
  return next
    ? `It is placed again when trading opens on ${next.date} at ${timeOf(next.openAt)}. A gap at the open is not covered.`
    : 'It is placed again when trading opens. A gap at the open is not covered.';
}
