import { type Bar, createCalendar, indiaMoment, NSE_CALENDAR } from '@trickdesk/domain';
import { compileStrategy, createRun, parseDefinition } from '@trickdesk/engine';
import { expect, test } from 'vitest';
import type { EntryGuard } from './entry-guard.ts';
import { HeldRun } from './held-run.ts';
import type { RunBatch } from './run-batch.ts';

const SBIN = 7;
/** A Tuesday, half past nine in India. */
const AT = indiaMoment('2026-09-15', 570);
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const DOUBT = { rule: 'price_jump', sentence: 'SBIN jumped.' } as const;

/** Enters after each minute that rose, leaves after each that fell. */
function held(vetoOf?: EntryGuard['vetoOf']) {
  const parsed = parseDefinition({
    ...{ format: 1, product: 'INTRADAY', instruments: [{ exchange: 'NSE', symbol: 'SBIN' }], interval: '1m' },
    session: { entryFrom: '09:20', entryTo: '15:00', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
    ...{ direction: 'long', entry: { long: 'close > open' }, exit: { long: 'close < open' } },
    ...{ risk: {}, sizing: { method: 'fixed_quantity', quantity: 10 } },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  const batches: RunBatch[] = [];
  const run = new HeldRun({
    run: createRun({
      strategy: compileStrategy(parsed.definition),
      bases: [{ exchange: 'NSE', symbol: 'SBIN', tickPaise: 5, lotSize: 1, enabled: true }],
      settings: { capitalPaise: 1_00_000_00, quantityMultiplier: 1 },
      calendar: createCalendar(NSE_CALENDAR),
      ...{ costs: 'angelone', slippageBps: 0 },
    }),
    ...{ instrumentIds: [SBIN], fedUntil: [0], isOnPaper: true, onBatch: (batch: RunBatch) => batches.push(batch) },
    ...(vetoOf ? { guard: { vetoOf } } : {}),
  });
  run.watchFromNextMinute(AT - MINUTE_MS);
  return {
    batches,
    tick: (minute: number, second: number, pricePaise: number) =>
      run.onTick(SBIN, AT + minute * MINUTE_MS + second * SECOND_MS, pricePaise),
    bar: (minute: number, open: number, close: number) => {
      const [low, high] = [Math.min(open, close), Math.max(open, close)];
      const bar: Bar = { openAt: AT + minute * MINUTE_MS, open, high, low, close, volume: 100 };
      run.onBar(SBIN, { bar, unheard: [] }, bar.openAt + MINUTE_MS);
    },
    told: () =>
      batches.flatMap(({ events }) =>
        events.flatMap((event) => {
          if (event.kind === 'decision') return [`${event.decision.action} ${event.decision.veto ?? ''}`.trim()];
          return event.kind === 'fill' ? [`fill ${event.fill.side} ${event.fill.pricePaise}`] : [];
        }),
      ),
    refused: () => batches.flatMap(({ refused }) => refused ?? []),
  };
}

test('an entry that is doubtful when it is decided is refused at once, with its reason, and once however many prices come', () => {
  let asked = 0;
  const run = held(() => {
    asked += 1;
    return DOUBT;
  });
  run.tick(0, 0, 600_00);
  run.bar(0, 600_00, 601_00);
  for (let second = 0; second < 60; second += 1) run.tick(1, second, 601_00);
  expect(run.told()).toEqual(['enter', 'veto price_jump']);
  expect(run.refused()).toMatchObject([{ ...DOUBT, symbol: 'SBIN', side: 'buy', quantity: 10, pricePaise: 601_00 }]);
  expect(run.batches.at(-1)).toMatchObject({ pendingIntents: [], hasExposure: false });
  expect(asked).toBe(1);
});

test('a first price that is doubtful refuses the entry instead of filling it; the ones after it have nothing to ask', () => {
  let lastPaise = 0;
  let asked = 0;
  const run = held(() => {
    asked += 1;
    return lastPaise > 630_00 ? DOUBT : undefined;
  });
  const price = (minute: number, second: number, pricePaise: number): void => {
    lastPaise = pricePaise;
    run.tick(minute, second, pricePaise);
  };
  price(0, 0, 600_00);
  run.bar(0, 600_00, 601_00);
  price(1, 0, 660_00);
  for (let second = 1; second < 60; second += 1) price(1, second, 601_00);
  expect(run.told()).toEqual(['enter', 'veto price_jump']);
  expect(run.refused()).toMatchObject([{ ...DOUBT, at: AT + MINUTE_MS }]);
  expect(asked).toBe(2);
  run.bar(1, 600_00, 602_00);
  price(2, 0, 602_00);
  expect(run.told().slice(2)).toEqual(['enter', 'fill buy 60200']);
});

test('at its first price an entry is not refused for silence: the price has ended it', () => {
  let asked = 0;
  const run = held(() => {
    asked += 1;
    return asked > 1 ? { ...DOUBT, rule: 'feed_silent' } : undefined;
  });
  run.tick(0, 0, 600_00);
  run.bar(0, 600_00, 601_00);
  run.tick(1, 0, 601_00);
  expect(run.told()).toEqual(['enter', 'fill buy 60100']);
});

test('no exit is ever asked for', () => {
  let isDoubtful = false;
  let asked = 0;
  const run = held(() => {
    asked += 1;
    return isDoubtful ? DOUBT : undefined;
  });
  run.tick(0, 0, 600_00);
  run.bar(0, 600_00, 601_00);
  run.tick(1, 0, 601_00);
  const before = asked;
  isDoubtful = true;
  run.bar(1, 601_00, 600_00);
  run.tick(2, 0, 700_00);
  expect(run.told()).toEqual(['enter', 'fill buy 60100', 'exit', 'fill sell 70000']);
  expect(asked).toBe(before);
});

test('a guard that has no doubt changes nothing of what is decided, filled and stored', () => {
  const stored = [held(() => undefined), held()].map((run) => {
    for (let minute = 0; minute < 60; minute += 1) {
      const open = 600_00 + (minute % 7) * 25;
      const close = open + ((minute % 5) - 2) * 50;
      run.tick(minute, 0, open);
      run.tick(minute, 30, close);
      run.bar(minute, open, close);
    }
    return run.batches;
  });
  expect(stored[0]?.length).toBeGreaterThan(20);
  expect(JSON.stringify(stored[0])).toBe(JSON.stringify(stored[1]));
});
