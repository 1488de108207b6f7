import type { RunParts } from './position-keeper.ts';
import type { RunState } from './types.ts';

/** All that a run must know to go on elsewhere, beside the bars. */
export function stateOf({ journal, account, day, bases, entries }: RunParts): RunState {
  const { date, trades, realisedPaise } = day;
  return {
    format: 1,
    sequence: journal.sequence,
    cashPaise: account.cashPaise,
    day: { date, trades, realisedPaise },
    bases: bases.map((base) => base.snapshot()),
    entriesStopped: entries.areStopped,
    ...(entries.blockedBy === undefined ? {} : { entriesBlocked: entries.blockedBy }),
    totals: {
      realisedPaise: account.realisedPaise,
      chargesPaise: account.chargesPaise,
      trades: account.trades,
      ...(account.detachedPaise === 0 ? {} : { detachedPaise: account.detachedPaise }),
    },
  };
}

/** @throws RangeError when it is the state of a run with other instruments */
export function restoreState({ journal, account, day, bases, entries, clock }: RunParts, state: RunState): void {
  if (state.bases.length !== bases.length) {
    throw new RangeError(`the stored state has ${state.bases.length} instruments, the strategy ${bases.length}`);
  }
  journal.sequence = state.sequence;
  account.cashPaise = state.cashPaise;
  account.realisedPaise = state.totals.realisedPaise;
  account.chargesPaise = state.totals.chargesPaise;
  account.trades = state.totals.trades;
  account.detachedPaise = state.totals.detachedPaise ?? 0;
  entries.areStopped = state.entriesStopped;
  entries.blockedBy = state.entriesBlocked;
  day.restore(state.day);
  bases.forEach((base, i) => {
    const stored = state.bases[i];
    if (stored) base.restore(stored);
    if (base.position) base.squareOffAt = clock.squareOffAt(base.position.entryAt, base.facts.symbol);
  });
}
