import { expect, test } from 'vitest';
import { createRun } from './run.ts';
import type { StrategyRun } from './strategy-run.ts';
import { candles, configOf, definitionOf, feedAsTicks } from './testing/fixtures.ts';
import { tradesIn } from './testing/lockstep.ts';
import type { OrderIntent, RunConfig, RunEvent } from './types.ts';

type Row = readonly [number, number, number, number];
const SIGNAL: Row = [100, 101, 100, 101];
const QUIET: Row = [101, 101, 101, 101];
const FALL: Row = [101, 101, 100, 100];
const MINUTE = 60_000;
const SHARES_100 = { sizing: { method: 'fixed_quantity', quantity: 100 } };
const DELIVERY = {
  product: 'DELIVERY',
  session: { entryFrom: '09:15', entryTo: '15:00', weekdays: [1] },
  exit: { long: 'close < open' },
};

/** A run after its entry signal, and the moment after it. */
function signalled(changes: Record<string, unknown> = {}, config: Partial<RunConfig> = {}) {
  const run = createRun(configOf(definitionOf({ ...SHARES_100, ...changes }), { execution: 'external', ...config }));
  const bars = candles([SIGNAL]);
  const events = feedAsTicks(run, bars);
  return { run, entry: intentOf(events), at: (bars[0]?.openAt ?? 0) + MINUTE };
}

/** Its entry filled at 101.00, in one part. */
function opened(changes: Record<string, unknown> = {}, config: Partial<RunConfig> = {}) {
  const parts = signalled(changes, config);
  const { run, entry, at } = parts;
  run.onPrice(0, at, 10_100);
  run.onFill({ intentId: entry.id, at, quantity: 100, valuePaise: 10_100_00 });
  return parts;
}

function intentOf(events: readonly RunEvent[]): OrderIntent {
  for (const event of events) if (event.kind === 'intent') return event.intent;
  throw new Error('no intent was made');
}

function told(events: readonly RunEvent[]): string[] {
  return events.map((event) =>
    event.kind === 'decision' ? `${event.decision.action}:${event.decision.veto ?? event.decision.rule}` : event.kind,
  );
}

function positionOf(run: StrategyRun) {
  return run.state().bases[0]?.position;
}

test('an entry waits until its fills are told, whatever the price does, and makes no second one', () => {
  const { run, entry, at } = signalled();
  expect(told(feedAsTicks(run, candles([SIGNAL, SIGNAL, SIGNAL], 556)))).toEqual(['veto:already_in_position']);
  expect(positionOf(run)).toBeUndefined();
  run.onFill({ intentId: entry.id, at: at + 3 * MINUTE, quantity: 40, valuePaise: 40 * 10_100 });
  expect(told(feedAsTicks(run, candles([QUIET, SIGNAL], 559)))).toEqual(['veto:already_in_position']);
  expect(run.state().day.trades).toBe(1);
});

test('the first part of an entry opens the position, later ones move its average and the levels by it', () => {
  const risk = { stopLoss: { kind: 'percent', percent: 1 }, target: { kind: 'points', points: 2 } };
  const { run, entry, at } = signalled({ risk });
  const first = run.onFill({ intentId: entry.id, at, quantity: 30, valuePaise: 30 * 10_000 });
  expect(told(first)).toEqual(['fill', 'levels']);
  expect(positionOf(run)).toMatchObject({ quantity: 30, entryPaise: 10_000, stopPaise: 9_900, targetPaise: 10_200 });
  const [fill, levels] = run.onFill({ intentId: entry.id, at, quantity: 70, valuePaise: 70 * 10_100 });
  expect(fill).toMatchObject({
    fill: { quantity: 70, filledQuantity: 100, isComplete: true, valuePaise: 707_000, pricePaise: 10_100 },
  });
  // 30 at 100.00 and 70 at 101.00 are 100.70 each; 1 % under it is 99.693, on the grid 99.65; two points over it 102.70.
  expect(levels).toEqual({
    kind: 'levels',
    levels: { base: 0, stopPaise: 9_965, targetPaise: 10_270, trailing: false },
  });
  expect(positionOf(run)).toMatchObject({ quantity: 100, entryPaise: 10_070, stopPaise: 9_965, targetPaise: 10_270 });
});

test('a stop that its owner moved stays where it is when more of the entry is filled', () => {
  const { run, entry, at } = signalled({ risk: { stopLoss: { kind: 'percent', percent: 1 } } });
  run.onFill({ intentId: entry.id, at, quantity: 30, valuePaise: 30 * 10_000 });
  run.setLevels(0, { stopPaise: 9_800 });
  run.onFill({ intentId: entry.id, at, quantity: 70, valuePaise: 70 * 10_100 });
  expect(positionOf(run)?.stopPaise).toBe(9_800);
});

test('the parts of one order pay together what the order pays whole: intraday 26.96 and 38.26, delivery 82.96 and 100.11', () => {
  const charged = (changes: Record<string, unknown>): unknown => {
    const { run, entry, at } = signalled(changes, { costs: 'angelone' });
    const events = [30, 1, 69].flatMap((quantity) =>
      run.onFill({ intentId: entry.id, at, quantity, valuePaise: quantity * 50_000 }),
    );
    const exit = intentOf(run.exitAll(at + 1));
    for (const quantity of [99, 1])
      events.push(...run.onFill({ intentId: exit.id, at, quantity, valuePaise: quantity * 51_000 }));
    const sum = (purpose: string): number =>
      events.reduce((paise, { ...event }) => {
        return event.kind === 'fill' && event.fill.purpose === purpose ? paise + event.fill.chargesPaise : paise;
      }, 0);
    const [trade] = tradesIn(events);
    expect(trade).toMatchObject({ quantity: 100, entryPaise: 50_000, exitPaise: 51_000, grossPaise: 100_000 });
    expect(run.state().cashPaise).toBe(1_000_000_00 + (trade?.netPaise ?? 0));
    return [sum('entry'), sum('exit'), trade?.chargesPaise];
  };
  expect(charged({})).toEqual([2_696, 3_826, 6_522]);
  expect(charged(DELIVERY)).toEqual([8_296, 10_011, 18_307]);
});

test('a result is exit value less entry value even where no average is whole', () => {
  const { run, entry, at } = signalled();
  run.onFill({ intentId: entry.id, at, quantity: 100, valuePaise: 1_000_033 });
  const exit = intentOf(run.exitAll(at));
  run.onFill({ intentId: exit.id, at, quantity: 33, valuePaise: 333_338 });
  const [trade] = tradesIn(run.onFill({ intentId: exit.id, at, quantity: 67, valuePaise: 676_671 }));
  expect(trade).toMatchObject({ entryPaise: 10_000, exitPaise: 10_100, grossPaise: 9_976, netPaise: 9_976 });
  expect(run.state().totals.realisedPaise).toBe(9_976);
});

test('a stop is decided once, and again only when its order has ended with something left', () => {
  const { run, at } = opened({ risk: { stopLoss: { kind: 'points', points: 1 } } });
  const events = run.onPrice(0, at + 1, 9_990);
  expect(told(events)).toEqual(['exit:stop', 'intent']);
  const exit = intentOf(events);
  expect(run.pendingExitOf(0)).toEqual(exit);
  expect(told(run.onPrice(0, at + 2, 9_900))).toEqual([]);
  run.onFill({ intentId: exit.id, at: at + 3, quantity: 60, valuePaise: 60 * 9_900 });
  expect(run.onIntentEnd({ intentId: exit.id, at: at + 4, reason: 'cancelled' })).toEqual([]);
  expect(positionOf(run)).toMatchObject({ quantity: 40, entryPaise: 10_100 });
  const again = run.onPrice(0, at + 5, 9_890);
  expect(told(again)).toEqual(['exit:stop', 'intent']);
  expect(intentOf(again).quantity).toBe(40);
  const [trade] = tradesIn(run.onFill({ intentId: intentOf(again).id, at, quantity: 40, valuePaise: 40 * 9_890 }));
  expect(trade).toMatchObject({ quantity: 100, grossPaise: 60 * 9_900 + 40 * 9_890 - 100 * 10_100, exitRule: 'stop' });
});

test('at square-off a waiting entry is withdrawn, and an exit that was refused is made again at the next price', () => {
  const session = { entryFrom: '09:15', entryTo: '09:17', squareOff: '09:18', weekdays: [1] };
  const waiting = signalled({ session });
  const late = waiting.at + 2 * MINUTE;
  expect(told(waiting.run.onPrice(0, late, 10_100))).toEqual(['veto:outside_session', 'withdrawn']);
  expect(told(waiting.run.onPrice(0, late + 1, 10_100))).toEqual([]);
  // Its refusal was told when it was withdrawn.
  const refused = { intentId: waiting.entry.id, at: late, reason: 'refused', veto: 'order_rate' } as const;
  expect(waiting.run.onIntentEnd(refused)).toEqual([]);
  expect(waiting.run.state().day.trades).toBe(0);

  const { run } = opened({ session });
  const events = run.onPrice(0, late, 10_100);
  expect(told(events)).toEqual(['exit:square_off', 'intent']);
  expect(told(run.onIntentEnd({ intentId: intentOf(events).id, at: late, reason: 'rejected' }))).toEqual([]);
  expect(told(run.onPrice(0, late + 1, 10_100))).toEqual(['exit:square_off', 'intent']);
});

test('an exit withdraws what is left of the entry; what was filled all the same goes for the same reason', () => {
  const { run, entry, at } = signalled({ risk: { stopLoss: { kind: 'points', points: 1 } } });
  run.onPrice(0, at, 10_100);
  run.onFill({ intentId: entry.id, at, quantity: 50, valuePaise: 50 * 10_100 });
  const stop = run.onPrice(0, at + 1, 9_990);
  expect(told(stop)).toEqual(['withdrawn', 'exit:stop', 'intent']);
  const exit = intentOf(stop);
  expect(exit.quantity).toBe(50);
  run.onFill({ intentId: entry.id, at: at + 2, quantity: 20, valuePaise: 20 * 10_000 });
  const rest = run.onFill({ intentId: exit.id, at: at + 3, quantity: 50, valuePaise: 50 * 9_990 });
  expect(told(rest)).toEqual(['fill', 'exit:stop', 'intent']);
  expect(intentOf(rest).quantity).toBe(20);
  const flat = run.onFill({ intentId: intentOf(rest).id, at: at + 4, quantity: 20, valuePaise: 20 * 9_990 });
  expect(tradesIn(flat)).toMatchObject([{ quantity: 70, grossPaise: 70 * 9_990 - 50 * 10_100 - 20 * 10_000 }]);
  // The last part under way arrives when all is sold: it is a position of its own, on its way out.
  const late = run.onFill({ intentId: entry.id, at: at + 5, quantity: 30, valuePaise: 30 * 10_000 });
  expect(told(late)).toEqual(['fill', 'levels', 'exit:stop', 'intent']);
});

test('an entry that ended without a fill is no trade; a refused one says which rule refused it, and in whose words', () => {
  const { run, entry, at } = signalled({ risk: { maxTradesPerDay: 1 } });
  const note = 'Available margin is short by 120.50';
  const [veto] = run.onIntentEnd({ intentId: entry.id, at, reason: 'refused', veto: 'account_margin', note });
  expect(veto).toMatchObject({ decision: { action: 'veto', veto: 'account_margin', quantity: 100, note } });
  expect(run.state().day.trades).toBe(0);
  const again = feedAsTicks(run, candles([SIGNAL], 556));
  expect(told(again)).toEqual(['enter:entry', 'intent']);
  expect(run.onIntentEnd({ intentId: intentOf(again).id, at, reason: 'rejected' })).toEqual([]);
  expect(run.state()).toMatchObject({ cashPaise: 1_000_000_00, totals: { trades: 0 } });
});

test("the broker's stop makes the exit that its fills belong to, once", () => {
  const { run, at } = opened({ risk: { stopLoss: { kind: 'points', points: 1 } } });
  const exit = { base: 0, at, rule: 'stop', pricePaise: 10_000, intentQuantity: 60 } as const;
  expect(() => run.onBrokerExit({ ...exit, intentQuantity: 101 })).toThrow('the position holds 100');
  const events = run.onBrokerExit(exit);
  expect(told(events)).toEqual(['exit:stop', 'intent']);
  expect(intentOf(events)).toMatchObject({ quantity: 60, side: 'sell', referencePaise: 10_000 });
  expect(run.onBrokerExit(exit)).toEqual([]);
  const rest = run.onFill({ intentId: intentOf(events).id, at, quantity: 60, valuePaise: 60 * 9_995 });
  expect(told(rest)).toEqual(['fill', 'exit:stop', 'intent']);
  run.onFill({ intentId: intentOf(rest).id, at, quantity: 40, valuePaise: 40 * 9_990 });
  expect(run.pendingExitOf(0)).toBeUndefined();
  expect(() => run.onBrokerExit(exit)).toThrow(RangeError);
});

test.each([
  [{ trailing: { kind: 'points', points: 2 } }, 10_300, 'exit:trailing'],
  [{ stopLoss: { kind: 'points', points: 3 }, trailing: { kind: 'points', points: 2 } }, 10_300, 'exit:trailing'],
  [{ stopLoss: { kind: 'points', points: 1 }, trailing: { kind: 'points', points: 2 } }, 10_100, 'exit:stop'],
])(
  'with %j, reached after %i paise, the broker’s stop is told as the level that it stood for: %s',
  (risk, best, exit) => {
    const { run, at } = opened({ risk });
    run.onPrice(0, at, best);
    const sold = { base: 0, at: at + 1, rule: 'stop', pricePaise: 9_990, intentQuantity: 100 } as const;
    expect(told(run.onBrokerExit(sold))).toEqual([exit, 'intent']);
  },
);

test('of a position that its owner sold in part elsewhere the rest stays, with its levels, until they are reached', () => {
  const { run, at } = opened({ risk: { stopLoss: { kind: 'points', points: 1 } } });
  const before = positionOf(run);
  const sold = { base: 0, at, rule: 'broker', pricePaise: 10_050, intentQuantity: 40, keepsRest: true } as const;
  const events = run.onBrokerExit(sold);
  expect(told(events)).toEqual(['exit:broker', 'intent']);
  expect(told(run.onFill({ intentId: intentOf(events).id, at, quantity: 40, valuePaise: 40 * 10_050 }))).toEqual([
    'fill',
  ]);
  expect(run.pendingExitOf(0)).toBeUndefined();
  expect(positionOf(run)).toMatchObject({ quantity: 60, stopPaise: before?.stopPaise });
  const stop = run.onPrice(0, at + 1, 9_990);
  expect(told(stop)).toEqual(['exit:stop', 'intent']);
  expect(intentOf(stop).quantity).toBe(60);
  const [trade] = tradesIn(run.onFill({ intentId: intentOf(stop).id, at, quantity: 60, valuePaise: 60 * 9_990 }));
  expect(trade).toMatchObject({ quantity: 100, grossPaise: 40 * 10_050 + 60 * 9_990 - 100 * 10_100 });
});

test('what is filled of a waiting entry after its owner sold a part elsewhere stays too', () => {
  const { run, entry, at } = signalled({ risk: { stopLoss: { kind: 'points', points: 1 } } });
  run.onPrice(0, at, 10_100);
  run.onFill({ intentId: entry.id, at, quantity: 50, valuePaise: 50 * 10_100 });
  const sold = { base: 0, at, rule: 'broker', pricePaise: 10_050, intentQuantity: 20, keepsRest: true } as const;
  const events = run.onBrokerExit(sold);
  expect(told(events)).toEqual(['withdrawn', 'exit:broker', 'intent']);
  run.onFill({ intentId: intentOf(events).id, at, quantity: 20, valuePaise: 20 * 10_050 });
  const late = run.onFill({ intentId: entry.id, at: at + 2, quantity: 10, valuePaise: 10 * 10_100 });
  expect(told(late)).not.toContain('intent');
  expect(run.pendingExitOf(0)).toBeUndefined();
  expect(positionOf(run)?.quantity).toBe(40);
});

test('an entry that turns the position round is given out when the position is gone, within one bar', () => {
  const turning = { direction: 'both', entry: { long: 'close > open', short: 'close < open' } };
  const both = { ...turning, exit: { long: 'close < open' } };
  const { run, at } = opened(both);
  const fell = feedAsTicks(run, candles([FALL], 556));
  expect(told(fell)).toEqual(['exit:exit', 'intent', 'enter:entry']);
  const gone = run.onFill({ intentId: intentOf(fell).id, at, quantity: 100, valuePaise: 100_00 * 100 });
  expect(told(gone)).toEqual(['fill', 'trade', 'intent']);
  expect(intentOf(gone)).toMatchObject({ side: 'sell', purpose: 'entry', quantity: 100 });
  run.onFill({ intentId: intentOf(gone).id, at, quantity: 100, valuePaise: 100_00 * 100 });
  expect(positionOf(run)).toMatchObject({ direction: 'short', quantity: 100 });

  const slow = opened(both).run;
  feedAsTicks(slow, candles([FALL], 556));
  expect(told(feedAsTicks(slow, candles([QUIET], 557)))).toEqual(['veto:already_in_position']);
  const [exit] = slow.state().bases[0]?.pending ?? [];
  expect(told(slow.onFill({ intentId: exit?.id ?? 0, at, quantity: 100, valuePaise: 1_000_000 }))).toEqual([
    'fill',
    'trade',
  ]);
});

test('a cooldown keeps the other direction from the bar on which the position is being left, however long that takes', () => {
  const both = {
    direction: 'both',
    entry: { long: 'close > open', short: 'close < open' },
    exit: { long: 'close < open' },
  };
  const { run, at } = opened({ ...both, risk: { cooldownBars: 1 } });
  const fell = feedAsTicks(run, candles([FALL], 556));
  expect(told(fell)).toEqual(['exit:exit', 'intent', 'veto:cooldown']);
  run.onPrice(0, at + 2 * MINUTE, 10_000);
  const gone = run.onFill({ intentId: intentOf(fell).id, at: at + 2 * MINUTE, quantity: 100, valuePaise: 1_000_000 });
  expect(told(gone)).toEqual(['fill', 'trade']);
  expect(told(feedAsTicks(run, candles([QUIET, FALL], 557)))).toEqual(['enter:entry', 'intent']);
});

test('a position that its owner takes over leaves with its cost; its charges stay with the run', () => {
  const { run, at } = opened({ ...DELIVERY, risk: { cooldownBars: 1 } }, { costs: 'angelone' });
  const before = run.state();
  const [event, ...others] = run.detach(0, at);
  expect(others).toEqual([]);
  const chargesPaise = before.totals.chargesPaise;
  expect(chargesPaise).toBeGreaterThan(0);
  expect(event).toMatchObject({
    kind: 'detached',
    detached: { quantity: 100, entryPaise: 10_100, costPaise: 1_010_000, grossPaise: 0, chargesPaise },
  });
  const after = run.state();
  expect(after.bases[0]?.position).toBeUndefined();
  expect(after.cashPaise).toBe(1_000_000_00 - 1_010_000 - chargesPaise);
  expect(after.totals).toEqual({
    realisedPaise: -chargesPaise,
    chargesPaise,
    trades: 0,
    detachedPaise: 1_010_000,
  });
  expect(told(feedAsTicks(run, candles([SIGNAL], 556)))).toEqual(['veto:cooldown']);
});

test('a position with an order under way is not taken over before the order has ended', () => {
  const { run, at } = opened();
  const exit = intentOf(run.exitBase(0, at, 'risk'));
  expect(() => run.detach(0, at)).toThrow(RangeError);
  run.onIntentEnd({ intentId: exit.id, at, reason: 'cancelled' });
  expect(told(run.detach(0, at))).toEqual(['detached']);
  expect(run.detach(0, at)).toEqual([]);
});

test('a risk limit and the kill switch sell one position and withdraw what waits', () => {
  const { run, at } = opened();
  expect(told(run.exitBase(0, at, 'risk'))).toEqual(['exit:risk', 'intent']);
  expect(run.exitBase(0, at, 'kill_switch')).toEqual([]);
  const waiting = signalled();
  expect(told(waiting.run.exitBase(0, waiting.at, 'kill_switch'))).toEqual(['veto:kill_switch', 'withdrawn']);
  const simulated = createRun(configOf(definitionOf()));
  feedAsTicks(simulated, candles([SIGNAL, QUIET]));
  expect(told(simulated.exitBase(0, at, 'risk'))).toEqual(['exit:risk', 'intent']);
});

test.each(['external', 'simulated'] as const)(
  'while entries are blocked, signals say why and exits go on (%s)',
  (execution) => {
    const run = createRun(configOf(definitionOf({ exit: { long: 'close < open' } }), { execution }));
    run.entriesBlocked('feed_silent');
    expect(told(feedAsTicks(run, candles([SIGNAL, SIGNAL])))).toEqual(['veto:feed_silent']);
    run.entriesBlocked('kill_switch');
    expect(run.state().entriesBlocked).toBe('kill_switch');
    expect(told(feedAsTicks(run, candles([SIGNAL], 557)))).toEqual(['veto:kill_switch']);
    run.entriesBlocked(undefined);
    const entered = feedAsTicks(run, candles([SIGNAL], 558));
    expect(told(entered)).toEqual(['enter:entry', 'intent']);
    const intent = intentOf(entered);
    const at = intent.at + 1;
    if (execution === 'simulated') run.onPrice(0, at, 10_100);
    else run.onFill({ intentId: intent.id, at, quantity: 10, valuePaise: 101_000 });
    run.entriesBlocked('broker_session');
    expect(told(feedAsTicks(run, candles([FALL], 559)))).toEqual(['exit:exit', 'intent']);
  },
);

test('news that cannot be true is refused and changes nothing', () => {
  const { run, entry, at } = signalled();
  const fill = { intentId: entry.id, at, quantity: 60, valuePaise: 606_000 };
  run.onFill(fill);
  const before = JSON.stringify(run.state());
  expect(() => run.onFill(fill)).toThrow(`intent ${entry.id} has 40 left, a fill is for 60`);
  expect(() => run.onFill({ ...fill, intentId: 99 })).toThrow('no intent 99 is pending');
  expect(() => run.onFill({ ...fill, quantity: 1.5 })).toThrow(RangeError);
  expect(() => run.onFill({ ...fill, quantity: 1, valuePaise: 0 })).toThrow(RangeError);
  expect(() => run.onIntentEnd({ intentId: 99, at, reason: 'cancelled' })).toThrow(RangeError);
  expect(JSON.stringify(run.state())).toBe(before);
  run.onIntentEnd({ intentId: entry.id, at, reason: 'cancelled' });
  expect(() => run.onFill({ ...fill, quantity: 1 })).toThrow(RangeError);
  expect(positionOf(run)?.quantity).toBe(60);
});

test('a run that executes itself takes no news of a broker, and one that does not has no end of data', () => {
  const simulated = createRun(configOf(definitionOf()));
  expect(() => simulated.onFill({ intentId: 1, at: 0, quantity: 1, valuePaise: 1 })).toThrow('executes its own');
  expect(() => signalled().run.finish(0)).toThrow('no end of data');
});

test('what is filled of an entry counts once: among the trades of the day, and in the cash that it binds', () => {
  const definition = definitionOf({
    ...SHARES_100,
    ...DELIVERY,
    instruments: ['SBIN', 'INFY'].map((symbol) => ({ exchange: 'NSE', symbol })),
    risk: { maxTradesPerDay: 2 },
  });
  const settings = { capitalPaise: 25_000_00, quantityMultiplier: 1 };
  const run = createRun(configOf(definition, { execution: 'external', settings }));
  const [bar] = candles([SIGNAL]);
  if (!bar) throw new Error('one bar');
  const entry = intentOf(run.onBar(0, bar, '1m', 'live'));
  run.onFill({ intentId: entry.id, at: entry.at, quantity: 50, valuePaise: 50 * 10_100 });
  // 5,050 are spent and 5,050 promised, so that 14,900 are left for the other one, which costs 10,100.
  expect(told(run.onBar(1, bar, '1m', 'live'))).toEqual(['enter:entry', 'intent']);
});

test('a fill before the first price of a day is a trade of that day', () => {
  const { run, entry, at } = signalled(DELIVERY);
  run.onFill({ intentId: entry.id, at: at + 86_400_000, quantity: 100, valuePaise: 1_010_000 });
  expect(run.state().day).toEqual({ date: '2026-06-02', trades: 1, realisedPaise: 0 });
});
