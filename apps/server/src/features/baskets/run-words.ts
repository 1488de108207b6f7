import { formatPaise } from '@trickdesk/domain';
import type { RunDecision, RunKind } from './decide-run.ts';
import type { OrderRow } from './owned-store.ts';

type Waiting = Extract<RunDecision, { kind: 'wait_for_session' }>;
type Tried = Pick<OrderRow, 'symbol' | 'reason' | 'id'>;

/** What a run waits for, for its owner. */
export function waitingNote({ because, symbols }: Waiting, orders: readonly Tried[]): string {
  if (because === 'closed') return 'The market is closed. Orders go when it opens.';
  if (because === 'money')
    return 'A part of what was sold can be spent from the next session on. The rest follows then.';
  return `${namesOf(symbols)} could not be traded today: ${whyOf(symbols, orders)} It is tried again at the next session.`;
}

/** How a run ended, for its owner. */
export function endNote(
  { state, symbols, because }: Extract<RunDecision, { kind: 'end' }>,
  orders: readonly Tried[],
  returnedPaise: bigint,
): string | undefined {
  if (state === 'done') return undefined;
  const returned =
    returnedPaise > 0n ? ` ${formatPaise(returnedPaise)} that were not spent count as taken out again.` : '';
  if (because !== undefined) return `${because}${returned}`;
  const why = `${whyOf(symbols, orders)}${returned}`;
  return `After several sessions ${namesOf(symbols)} could still not be traded: ${why}`;
}

/** The last thing that was said of one of them. */
function whyOf(symbols: readonly string[], orders: readonly Tried[]): string {
  const told = orders.filter(({ symbol, reason }) => symbols.includes(symbol) && reason);
  const reason = told.toSorted((a, b) => b.id - a.id)[0]?.reason ?? 'no price of today has come in.';
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

const MOST_NAMED = 3;

function namesOf(symbols: readonly string[]): string {
  if (symbols.length <= MOST_NAMED) return symbols.join(', ');
  return `${symbols.slice(0, MOST_NAMED).join(', ')} and ${symbols.length - MOST_NAMED} more`;
}

/** What a run is, at the beginning of a sentence. */
export const RUN_WORDS: Readonly<Record<RunKind, string>> = {
  open: 'Investing',
  top_up: 'Adding money',
  sip: 'The SIP instalment',
  rebalance: 'Rebalancing',
  close: 'Closing',
  reverse: 'Reversing',
};
