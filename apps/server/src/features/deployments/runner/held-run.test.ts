import { MINUTE_MS } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { AT, bar, hold, NIFTY, now, SBIN, SECOND, TCS, told } from '../testing/held.ts';
import { readCommand } from './commands.ts';

test('a watched minute is decided on when it closes, and what waits is filled at the next price', () => {
  const { held, batches } = hold();
  held.onTick(SBIN, AT, 500_00);
  held.tell(SBIN, bar(0, 'up'), now(0));
  held.onTick(SBIN, now(0), 501_50);
  expect(told(batches)).toEqual(['enter intent', 'fill']);
  expect(batches[0]).toMatchObject({ pendingIntents: [1], hasExposure: true, positions: [], at: now(0), commands: [] });
  expect(batches[1]).toMatchObject({ pendingIntents: [], hasExposure: true, positions: [{ entryPaise: 501_50 }] });
  expect(batches[0]?.lastBarAt).toBe(AT);
});

test('prices of a minute that was not seen from its start wait for its bar; the first of the next minute counts', () => {
  const { held, batches } = hold();
  held.tell(SBIN, bar(0, 'up'), now(0));
  held.watchFromNextMinute(now(0) + 20 * SECOND);
  held.onTick(SBIN, now(0) + 21 * SECOND, 700_00);
  expect(told(batches)).toEqual(['enter intent']);
  held.tell(SBIN, bar(1), now(1));
  // Along the path of its bar, from its first price on.
  expect(batches.at(-1)?.positions).toMatchObject([{ entryPaise: 500_00, entryAt: AT + MINUTE_MS }]);
  held.tell(SBIN, bar(2, 'down'), now(2));
  held.onTick(SBIN, now(2), 499_00);
  expect(told(batches).slice(-2)).toEqual(['exit intent', 'fill trade']);
});

test('a bar that comes again, or late, leads to nothing new; one that is two minutes old leads to exits alone', () => {
  const { held, batches } = hold();
  held.tell(SBIN, bar(0, 'up'), now(0) + 2 * MINUTE_MS + 1);
  expect(batches.flatMap(({ events }) => events.filter(({ kind }) => kind === 'intent'))).toEqual([]);
  const before = batches.length;
  held.tell(SBIN, bar(0, 'up'), now(0));
  expect(batches.length).toBe(before);
  held.tell(SBIN, bar(3, 'up'), now(3) + 2 * MINUTE_MS);
  expect(told(batches).at(-1)).toBe('enter intent');
  expect(held.fedUntil(0)).toBe(AT + 3 * MINUTE_MS);
});

test('a run that only waits is stored every fifteen bars, one that holds something with each', () => {
  const { held, batches } = hold();
  // It is not known yet whether it holds something.
  held.tell(SBIN, bar(0), now(0));
  expect(told(batches)).toEqual(['']);
  for (let minute = 1; minute <= 30; minute += 1) held.tell(SBIN, bar(minute), now(minute));
  expect(batches.map(({ at }) => (at - AT) / MINUTE_MS)).toEqual([1, 16, 31]);
  held.tell(SBIN, bar(31, 'up'), now(31));
  held.onTick(SBIN, now(31), 501_00);
  held.tell(SBIN, bar(32), now(32));
  held.tell(SBIN, bar(33), now(33));
  expect(told(batches).slice(3)).toEqual(['enter intent', 'fill', '', '']);
});

test('entries that are not allowed are not made, and are again when they are allowed', () => {
  const { held, batches } = hold();
  held.allowEntries(false);
  held.tell(SBIN, bar(0, 'up'), now(0));
  expect(batches.some(({ pendingIntents }) => pendingIntents.length > 0)).toBe(false);
  held.allowEntries(true);
  held.tell(SBIN, bar(1, 'up'), now(1));
  expect(told(batches).at(-1)).toBe('enter intent');
});

test.for([
  ['stop_entries', { verb: 'stop_entries' }],
  ['enable_base', { verb: 'enable_base', body: { base: 0, enabled: false } }],
  ['detach', { verb: 'detach' }],
] as const)('what waits is taken back with the word of its owner, not with the next price: %s', ([, command]) => {
  const { held, batches } = hold({ execution: 'external' });
  held.tell(SBIN, bar(0, 'up'), now(0));
  held.command(7n, command, now(0) + SECOND);
  expect(told(batches)[1]).toBe('veto withdrawn');
  held.onTick(SBIN, now(1), 500_00);
  expect(told(batches).slice(2).join('')).toBe('');
});

test('a run that was let end fills what waits, and enters nothing more; allowed again, it enters', () => {
  const { held, batches } = hold();
  held.tell(SBIN, bar(0, 'up'), now(0));
  held.command(7n, { verb: 'stop_after_exit' }, now(0) + SECOND);
  // As the row says then of its life.
  held.allowEntries(false);
  held.onTick(SBIN, now(0) + 2 * SECOND, 501_00);
  expect(told(batches)).toEqual(['enter intent', '', 'fill']);
  expect(batches[1]?.commands).toEqual([7n]);
  held.tell(SBIN, bar(1, 'down'), now(1));
  held.onTick(SBIN, now(1), 500_00);
  held.tell(SBIN, bar(2, 'up'), now(2));
  expect(batches.at(-1)).toMatchObject({ hasExposure: false });
  held.allowEntries(true);
  held.tell(SBIN, bar(3, 'up'), now(3));
  expect(told(batches).at(-1)).toBe('enter intent');
});

test('what was stored meanwhile is fed once, oldest first: what was missed leads to exits, what is fresh to entries too', () => {
  const { held, batches } = hold({ fedUntil: [AT] });
  const stored = [bar(3, 'up'), bar(0, 'up'), bar(2), bar(1, 'up')].map((each) => ({ base: 0, bar: each }));
  held.catchUp(stored, ({ openAt }) => (openAt < AT + 3 * MINUTE_MS ? 'missed' : 'live'), now(3));
  const entered = batches.flatMap(({ events, at }) => (events.some(({ kind }) => kind === 'intent') ? [at] : []));
  expect(entered).toEqual([now(3)]);
  expect(held.fedUntil(0)).toBe(AT + 3 * MINUTE_MS);
  const before = batches.length;
  held.catchUp(stored, () => 'live', now(3));
  expect(batches.length).toBe(before);
});

test('what waits is filled at the first price of a minute that was stored meanwhile, whether it is fresh or was missed', () => {
  for (const mode of ['live', 'missed'] as const) {
    const { held, batches } = hold();
    held.tell(SBIN, bar(0, 'up'), now(0));
    held.catchUp([{ base: 0, bar: bar(1) }], () => mode, now(1));
    const positions = batches.flatMap((batch) => batch.positions);
    expect([mode, positions[0]?.entryPaise, positions[0]?.entryAt]).toEqual([mode, 500_00, AT + MINUTE_MS]);
  }
});

test('a minute that was not watched waits for the bars of all shares, and for five seconds at most', () => {
  const { held, batches } = hold({ symbols: ['SBIN', 'TCS'] });
  held.watchFromNextMinute(AT);
  held.tell(SBIN, bar(0, 'up'), now(0));
  held.onClock(now(0) + 3 * SECOND);
  expect(batches).toEqual([]);
  held.tell(TCS, bar(0, 'up'), now(0) + 3 * SECOND);
  held.onClock(now(0) + 4 * SECOND);
  expect(
    batches.flatMap(({ events }) => events.flatMap((e) => (e.kind === 'intent' ? [e.intent.symbol] : []))),
  ).toEqual(['SBIN', 'TCS']);
  const alone = hold({ symbols: ['SBIN', 'TCS'] });
  alone.held.watchFromNextMinute(AT);
  alone.held.tell(SBIN, bar(0, 'up'), now(0));
  alone.held.onClock(now(0) + 5 * SECOND);
  expect(told(alone.batches)).toContain('enter intent');
});

test('positions that go over to their owner do so when no order of them is under way, and the last ends the command', () => {
  const { held, batches } = hold({ symbols: ['SBIN', 'TCS'], execution: 'external' });
  const fill = (id: bigint, intentId: number, at: number) =>
    held.onOrderNews(id, { kind: 'fill', intentId, at, quantity: 10, valuePaise: 10 * 501_00 }, at);
  for (const id of [SBIN, TCS]) held.tell(id, bar(0, 'up'), now(0));
  held.flush();
  fill(1n, 1, now(0) + SECOND);
  fill(2n, 2, now(0) + SECOND);
  held.tell(SBIN, bar(1, 'down'), now(1));
  held.tell(TCS, bar(1), now(1));
  held.flush();
  const exit = batches.at(-1)?.pendingIntents[0] ?? 0;
  held.command(9n, { verb: 'detach' }, now(1) + SECOND);
  const handed = () =>
    batches.flatMap(({ events }) => events.flatMap((e) => (e.kind === 'detached' ? [e.detached.symbol] : [])));
  // The exit of SBIN is under way: what it sells is sold.
  expect([handed(), batches.at(-1)?.commands]).toEqual([['TCS'], []]);
  fill(3n, exit, now(1) + 2 * SECOND);
  expect([handed(), batches.at(-1)?.commands, batches.at(-1)?.hasExposure]).toEqual([['TCS'], [9n], false]);
  held.tell(SBIN, bar(2, 'up'), now(2));
  held.tell(TCS, bar(2), now(2));
  held.flush();
  expect(batches.at(-1)?.pendingIntents).toEqual([]);
});

test('a part of an entry goes over when the rest has ended, not before', () => {
  const { held, batches } = hold({ execution: 'external' });
  held.tell(SBIN, bar(0, 'up'), now(0));
  const at = now(0) + SECOND;
  held.onOrderNews(1n, { kind: 'fill', intentId: 1, at, quantity: 4, valuePaise: 4 * 501_00 }, at);
  held.command(9n, { verb: 'detach' }, at);
  expect(batches.at(-1)).toMatchObject({ commands: [], hasExposure: true });
  held.onOrderNews(2n, { kind: 'ended', intentId: 1, at, reason: 'cancelled' }, at);
  const handed = batches.flatMap(({ events }) => events.flatMap((e) => (e.kind === 'detached' ? [e.detached] : [])));
  expect(handed).toMatchObject([{ symbol: 'SBIN', quantity: 4 }]);
  expect(batches.at(-1)).toMatchObject({ commands: [9n], hasExposure: false });
});

test('what is sold at its owner’s word is left at the next price, and not bought again', () => {
  const { held, batches } = hold();
  held.tell(SBIN, bar(0, 'up'), now(0));
  held.onTick(SBIN, now(0), 501_00);
  held.command(3n, { verb: 'sell' }, now(0) + SECOND);
  held.onTick(SBIN, now(0) + 2 * SECOND, 502_00);
  held.tell(SBIN, bar(1, 'up'), now(1));
  expect(told(batches).slice(0, 4)).toEqual(['enter intent', 'fill', 'exit intent', 'fill trade']);
  expect([batches[2]?.commands, batches.at(-1)?.pendingIntents]).toEqual([[3n], []]);
});

test('levels are moved of the position that was meant, and not of one that has been opened since', () => {
  const { held, batches } = hold({ stop: 1 });
  held.tell(SBIN, bar(0, 'up'), now(0));
  held.onTick(SBIN, now(0), 500_00);
  const moveOf = (entry: number | undefined, stopPaise: number) =>
    readCommand({ verb: 'set_levels', body: { base: 0, ...(entry === undefined ? {} : { entry }), stopPaise } });
  held.command(3n, moveOf(1, 496_00), now(0) + SECOND);
  const stop = () => batches.at(-1)?.positions[0]?.stopPaise;
  expect(stop()).toBe(496_00);
  held.onTick(SBIN, now(0) + 2 * SECOND, 495_00);
  held.tell(SBIN, { ...bar(1, 'up'), low: 495_00 }, now(1));
  held.onTick(SBIN, now(1), 490_00);
  expect(stop()).toBe(485_10);
  // Its owner has looked at the one before.
  held.command(4n, moveOf(1, 497_00), now(1) + SECOND);
  expect([batches.at(-1)?.commands, stop()]).toEqual([[4n], 485_10]);
  held.onTick(SBIN, now(1) + 2 * SECOND, 489_00);
  expect(batches.at(-1)?.positions).toHaveLength(1);
  // The release before does not say which it means.
  held.command(5n, moveOf(undefined, 487_00), now(1) + 3 * SECOND);
  expect(stop()).toBe(487_00);
});

test('of several shares one that is held is exposure', () => {
  const { held, batches } = hold({ symbols: ['SBIN', 'TCS'] });
  held.tell(SBIN, bar(0), now(0));
  held.tell(TCS, bar(0, 'up'), now(0));
  held.onTick(SBIN, now(0), 500_00);
  held.onTick(TCS, now(0), 501_00);
  held.flush();
  expect(batches.at(-1)).toMatchObject({ pendingIntents: [], hasExposure: true });
});

test('a refusal of entries that is lifted lets nothing in that was let end', () => {
  const { held, batches } = hold({ execution: 'external' });
  held.onOrderNews(1n, { kind: 'block', veto: 'kill_switch' }, AT);
  held.tell(SBIN, bar(0, 'up'), now(0));
  expect([told(batches).at(-1), batches.at(-1)?.pendingIntents]).toEqual(['veto', []]);
  held.command(2n, { verb: 'stop_after_exit' }, now(0));
  held.onOrderNews(3n, { kind: 'block', veto: undefined }, now(0) + SECOND);
  held.tell(SBIN, bar(1, 'up'), now(1));
  expect(batches.at(-1)?.pendingIntents).toEqual([]);
});

test('a minute’s close waits for the minute of what its conditions read, or for the word that it had no trade', () => {
  const { held, batches } = hold({ and: ' and close @ NIFTY > 100' });
  held.tell(SBIN, bar(0, 'up'), now(0));
  expect(batches).toEqual([]);
  held.tell(NIFTY, bar(0), now(0));
  expect(told(batches)).toEqual(['enter intent']);
  expect(held.readUntil(0)).toBe(AT);
  const before = batches.length;
  held.onTick(SBIN, now(0), 501_00);
  held.tell(SBIN, bar(1, 'down'), now(1));
  expect(told(batches).slice(before)).toEqual(['fill']);
  held.onQuiet(NIFTY, now(1), now(1));
  expect(told(batches).slice(before)).toEqual(['fill', 'exit intent']);
});

test('news that does not fit what it holds halts it: it takes no more risk', () => {
  const { held, batches } = hold({ execution: 'external' });
  const exit = { kind: 'broker_exit', base: 0, at: now(0), rule: 'broker', pricePaise: 500_00 } as const;
  expect(held.onOrderNews(4n, { ...exit, quantity: 5, valuePaise: 5 * 500_00 }, now(0))).toBe(true);
  expect(batches.at(-1)).toMatchObject({ news: { id: 4n, halt: { reason: expect.stringContaining('does not fit') } } });
  held.tell(SBIN, bar(1, 'up'), now(1));
  expect(batches.at(-1)?.pendingIntents).toEqual([]);
});

test('what a run was fed to warm it leads to nothing', () => {
  const { held, batches } = hold();
  held.warm(0, bar(0, 'up'), '1m');
  held.warmUntil(0, now(0));
  expect(batches).toEqual([]);
  held.tell(SBIN, bar(1), now(1));
  expect(told(batches)).toEqual(['']);
});
