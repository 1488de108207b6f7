import { indiaDateOf } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BacktestWorld, openBacktestWorld } from '../backtests/testing/world.ts';

let world: BacktestWorld;
let BacktestId: number;
/** The day with most trades. */
let date: string;
let trades: Awaited<ReturnType<typeof tradesOf>>;
beforeAll(async () => {
  world = await openBacktestWorld();
  await world.startQueue();
  BacktestId = await world.start(world.asha);
  await world.finished(world.asha, BacktestId);
  trades = await tradesOf();
  const days = trades.map(({ entryAt }) => indiaDateOf(Date.parse(entryAt)));
  const countOf = (day: string) => days.filter((each) => each === day).length;
  date = days.toSorted((a, b) => countOf(b) - countOf(a))[0] ?? '';
});
afterAll(() => world.close());

async function tradesOf() {
  const { data } = await world.api.send('backtestTradeHistory', { BacktestId, pageSize: 100 }, world.as(world.asha));
  return data.trade_list;
}

const send = (more: object, person = world.asha) =>
  world.api.send('replaybacktest', { BacktestId, date, ...more }, world.as(person));
const replay = async (more: object = {}) => {
  const { data, message, errors } = await send(more);
  if (!data) throw new Error(`${message} ${JSON.stringify(errors)}`);
  return data.replay;
};

test('a day of a back-test shows its trades on the bars whose rules held, each side with its own reason', async () => {
  const shown = await replay();
  const own = trades.filter(({ entryAt }) => indiaDateOf(Date.parse(entryAt)) === date);
  expect(own.length).toBeGreaterThan(1);
  const entries = shown.markers.filter(({ purpose }) => purpose === 'entry');
  expect(entries.map(({ at, price }) => ({ at, price }))).toEqual(
    own.toReversed().map(({ entryAt, entryPrice }) => ({ at: entryAt, price: entryPrice })),
  );
  expect(shown.markers.length).toBe(entries.length * 2);
  for (const { at, reason } of entries) {
    const frame = shown.frames.findLast(({ closedAt }) => Date.parse(closedAt) <= Date.parse(at));
    const rule = shown.rules.findIndex((one) => one.rule === 'entry_long');
    expect(frame?.holds[rule], at).toBe(true);
    // The sentence names the very value that is shown of the bar.
    expect(reason).toMatch(/^Bought/);
    expect(reason).not.toMatch(/Sold/);
    expect(reason).toContain((frame?.values[0] ?? Number.NaN).toFixed(2));
  }
  expect(shown.decisions.map(({ sentence }) => sentence)).toEqual(shown.markers.map(({ reason }) => reason));
  expect(shown).toMatchObject({ BacktestId, day: date, symbol: 'SBIN', simulated: true });
  expect(shown).not.toHaveProperty('changed');
  expect(shown.frames.length).toBe(world.bars.filter(({ openAt }) => indiaDateOf(openAt) === date).length);
});

test('other values of its parameters make another day, and its own the same one', async () => {
  const own = await replay();
  const [parameter] = own.parameters;
  if (!parameter) throw new Error('the trick has no parameter');
  const { name, value, step } = parameter;
  const same = await replay({ parameters: { [name]: value } });
  expect(same.changed?.withChanges).toEqual(same.changed?.asRun);
  expect(same.rules).toEqual(own.rules);

  const other = await replay({ parameters: { [name]: value + 3 * step } });
  expect(other.parameters[0]).toMatchObject({ name, value: value + 3 * step, default: value });
  expect(other.rules).not.toEqual(own.rules);
  expect(other.changed?.asRun).toEqual(same.changed?.asRun);
  expect(other.changed?.withChanges).not.toEqual(other.changed?.asRun);
  const sold = other.markers.filter(({ purpose }) => purpose === 'exit');
  expect(sold.length).toBe(other.changed?.withChanges.trades);
  // Nothing is held before the day begins.
  expect(other.markers[0]?.purpose).toBe('entry');
});

test('days follow each other through the back-test, and what is not part of it is refused by name', async () => {
  const newest = await replay({ date: undefined });
  expect(newest.next_date).toBeUndefined();
  const before = await replay({ date: newest.previous_date });
  expect(before.next_date).toBe(newest.day);

  expect((await send({ date: '2019-01-01' })).errors).toMatchObject([{ path: 'date' }]);
  expect((await send({ symbol: 'NOTHERS' })).errors).toMatchObject([{ path: 'symbol' }]);
  expect((await send({ parameters: { fastest: 3 } })).errors).toMatchObject([{ path: 'parameters.fastest' }]);
  expect(await send({}, world.ravi)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
});
