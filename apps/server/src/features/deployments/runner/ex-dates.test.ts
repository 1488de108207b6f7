import { type Bar, type CorporateAction, createCalendar, indiaMoment, NSE_CALENDAR } from '@trickdesk/domain';
import { compileStrategy, createRun, parseDefinition } from '@trickdesk/engine';
import { expect, test } from 'vitest';
import { ExDatesOfRun } from './ex-dates.ts';

/** A Tuesday; the split is on the day after. */
const AT = indiaMoment('2026-09-15', 570);
const SPLIT: CorporateAction = { exDate: '2026-09-16', kind: 'split', oldUnits: 1, newUnits: 5 };
const bar = (minute: number, close: number): Bar => {
  const openAt = AT + minute * 60_000;
  return { openAt, open: close - 100, high: close, low: close - 100, close, volume: 100 };
};

/** An entry of ten shares under way, at a broker or on paper. */
function deciding(execution: 'external' | 'simulated') {
  const parsed = parseDefinition({
    ...{ format: 1, product: 'DELIVERY', instruments: [{ exchange: 'NSE', symbol: 'SBIN' }], interval: '1m' },
    session: { entryFrom: '09:20', entryTo: '15:00', weekdays: [1, 2, 3, 4, 5] },
    ...{ direction: 'long', entry: { long: 'close > open' }, exit: { long: 'close < open' } },
    ...{ risk: {}, sizing: { method: 'fixed_quantity', quantity: 10 } },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  const run = createRun({
    strategy: compileStrategy(parsed.definition),
    bases: [{ exchange: 'NSE', symbol: 'SBIN', tickPaise: 5, lotSize: 1, enabled: true }],
    settings: { capitalPaise: 1_00_000_00, quantityMultiplier: 1 },
    calendar: createCalendar(NSE_CALENDAR),
    ...{ costs: 'none', slippageBps: 0, execution },
  });
  run.onBar(0, bar(0, 500_00), '1m', 'live');
  const exDates = new ExDatesOfRun(() => run, [null]);
  exDates.expect(0, [{ action: SPLIT, history: () => [{ bars: [bar(0, 100_00)], interval: '1m' }] }], [SPLIT]);
  return { run, exDates };
}

/** Ten shares held. */
function holding(execution: 'external' | 'simulated') {
  const { run, exDates } = deciding(execution);
  const fill = () => run.onFill({ intentId: 1, at: AT + 61_000, quantity: 10, valuePaise: 10 * 500_00 });
  const filled = execution === 'external' ? fill() : run.onPrice(0, AT + 61_000, 500_00);
  expect(filled.map(({ kind }) => kind)).toContain('fill');
  return { run, exDates };
}

test('on paper a position goes over its ex-date, and is told', () => {
  const { run, exDates } = holding('simulated');
  expect([exDates.isDue(0, AT), exDates.isDue(0, indiaMoment('2026-09-16', 555))]).toEqual([false, true]);
  const { events } = exDates.cross(0, true);
  expect(events[0]).toMatchObject({ kind: 'adjusted', adjusted: { quantityBefore: 10, quantityAfter: 50 } });
  expect(run.state().bases[0]?.position).toMatchObject({ quantity: 50, entryPaise: 100_00 });
  expect([exDates.isDue(0, indiaMoment('2026-09-16', 555)), exDates.stored]).toEqual([false, ['2026-09-16']]);
});

test('levels are taken in the units that a position is held in, whichever of run and owner went over its ex-date first', () => {
  const { exDates } = holding('simulated');
  const given = (unitsOf?: string, stopPaise = 450_00) => ({ base: 0, stopPaise, ...(unitsOf ? { unitsOf } : {}) });
  const taken = (levels: ReturnType<typeof given>) => exDates.inItsUnits(levels, [AT]);
  // The price that its owner looked at is in new units a moment before the run is.
  expect(taken(given(SPLIT.exDate, 90_00))).toEqual({ base: 0, stopPaise: 450_00 });
  expect(taken(given('2026-09-15'))).toEqual({ base: 0, stopPaise: 450_00 });
  exDates.cross(0, true);
  expect(taken(given(SPLIT.exDate, 90_00))).toEqual({ base: 0, stopPaise: 90_00 });
  expect(taken(given('2026-09-15'))).toEqual({ base: 0, stopPaise: 90_00 });
  expect(taken(given())).toEqual({ base: 0, stopPaise: 450_00 });
});

test('what a broker holds is handed over before its ex-date, with the reason, and nothing of it is adjusted', () => {
  const { run, exDates } = holding('external');
  const { events } = exDates.cross(0, false);
  expect(events).toMatchObject([
    { kind: 'detached', detached: { quantity: 10, entryPaise: 500_00, because: 'ex_date' } },
  ]);
  expect(run.state().bases[0]?.position).toBeUndefined();
});

test('an exit that waits over the night goes with its position: it would sell units that are no more', () => {
  const { run, exDates } = holding('external');
  run.onBar(0, { ...bar(2, 490_00), open: 500_00, high: 500_00 }, '1m', 'live');
  expect(run.pendingExitOf(0)).toBeDefined();
  const { events } = exDates.cross(0, false);
  expect(events).toMatchObject([{ kind: 'detached', detached: { quantity: 10, because: 'ex_date' } }]);
  expect(run.state().bases[0]).toMatchObject({ pending: [] });
  expect(run.pendingExitOf(0)).toBeUndefined();
});

test('an entry that a broker has under way over an ex-date is no guess of ours: the run stops there', () => {
  const { run, exDates } = deciding('external');
  expect(run.state().bases[0]?.pending).toHaveLength(1);
  expect(() => exDates.cross(0, false)).toThrow();
});
