import { indiaMoment } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { createRun } from './run.ts';
import { candles, configOf, DAY, definitionOf, feedAsTicks } from './testing/fixtures.ts';
import type { Decision, RunEvent, RunState } from './types.ts';

type Row = readonly [number, number, number, number];
const RISES: Row = [100, 101, 100, 101];
const FALLS: Row = [101, 101, 100, 100];
const QUIET: Row = [101, 101, 101, 101];

/** Minutes since 09:15. */
function minuteOf(at: number): number {
  return (at - indiaMoment(DAY, 555)) / 60_000;
}

function decisionsOf(events: readonly RunEvent[]): Decision[] {
  return events.flatMap((event) => (event.kind === 'decision' ? [event.decision] : []));
}

test('a signal that stays on is refused once for a reason, one of the other direction by itself, and after a restart too', () => {
  const both = { direction: 'both', entry: { long: 'close > open', short: 'close < open' } };
  const risk = { maxTradesPerDay: 1, maxHoldBars: 1 };
  const rows: Row[] = [RISES, QUIET, QUIET, RISES, FALLS, RISES, FALLS, FALLS];
  const run = createRun(configOf(definitionOf({ ...both, risk })));
  const decisions = decisionsOf(feedAsTicks(run, candles(rows)));
  expect(
    decisions.flatMap(({ veto, direction, at }) => (veto ? [`${minuteOf(at)} ${veto} ${direction}`] : [])),
  ).toEqual([
    '4 max_trades_per_day long',
    '5 max_trades_per_day short',
    '6 max_trades_per_day long',
    '7 max_trades_per_day short',
  ]);
  const after = (state: RunState): unknown[] => {
    const next = createRun(configOf(definitionOf({ ...both, risk })), state);
    const refused = decisionsOf(feedAsTicks(next, candles([FALLS, FALLS, RISES], 563)));
    return refused.map(({ veto, direction }) => `${veto} ${direction}`);
  };
  const state = run.state();
  expect(state.bases[0]).toMatchObject({ lastVeto: 'max_trades_per_day', lastVetoDirection: 'short' });
  expect(after(state)).toEqual(['max_trades_per_day long']);
  // The release before did not say of which direction it was: the signal may be the same one.
  const older = { ...state, bases: state.bases.map(({ lastVetoDirection: _direction, ...base }) => base) };
  expect(after(older)).toEqual(['max_trades_per_day long']);
});
