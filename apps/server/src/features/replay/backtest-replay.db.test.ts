import { indiaDateOf } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BacktestWorld, openBacktestWorld } from '../backtests/testing/world.ts';
import { packTrades, type TradeRow, unpackTrades } from '../backtests/trade-rows.ts';

/** Enters as often as it may, which is twice a day. */
const OFTEN_REFUSED = {
  format: 1,
  interval: '1m',
  product: 'INTRADAY',
  direction: 'long',
  session: { entryFrom: '09:15', entryTo: '15:00', squareOff: '15:05', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'close > open' },
  exit: { long: 'close < open' },
  risk: { maxTradesPerDay: 2 },
  sizing: { method: 'fixed_quantity', quantity: 5 },
};

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
  expect(shown.fromTrades).toBeUndefined();
  const acted = shown.decisions.filter(({ action }) => action === 'enter' || action === 'exit');
  expect(acted.map(({ sentence }) => sentence)).toEqual(shown.markers.map(({ reason }) => reason));
  // An order is filled at the first price after the close on which it was decided.
  const closes = new Set(shown.frames.map(({ closedAt }) => closedAt));
  for (const [i, { at, rule }] of acted.entries()) {
    if (rule === 'entry' || rule === 'exit') expect(closes.has(at), `${rule} at ${at}`).toBe(true);
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.parse(shown.markers[i]?.at ?? ''));
  }
  expect(shown).toMatchObject({ BacktestId, day: date, symbol: 'SBIN', simulated: true });
  expect(shown).not.toHaveProperty('changed');
  expect(shown.frames.length).toBe(world.bars.filter(({ openAt }) => indiaDateOf(openAt) === date).length);
});

test('entries that were refused stand among the decisions of the day, with their reason and the values that they were decided by', async () => {
  const more = {
    definition: { ...OFTEN_REFUSED, instruments: [{ exchange: 'NSE', symbol: 'SBIN' }] },
    name: 'Refused',
  };
  const id = await world.start(world.asha, { TricksId: undefined, ...more });
  const { report } = await world.finished(world.asha, id);
  const shown = await replay({ BacktestId: id });
  const refused = shown.decisions.filter(({ action }) => action === 'veto');
  expect(refused.map(({ veto }) => veto)).toEqual(
    expect.arrayContaining(['already_in_position', 'max_trades_per_day', 'outside_session']),
  );
  for (const { at, sentence, operands } of refused) {
    expect(shown.frames.some(({ closedAt }) => closedAt === at)).toBe(true);
    expect(sentence).toMatch(/^Did not buy/);
    expect(operands).not.toEqual([]);
  }
  // Over all days they are as many as the report counts.
  const days = [...new Set(world.bars.map(({ openAt }) => indiaDateOf(openAt)))].filter(
    (day) => day >= world.from_date,
  );
  let times = 0;
  for (const day of days) {
    const { decisions } = await replay({ BacktestId: id, date: day });
    times += decisions.filter(({ action }) => action === 'veto').length;
  }
  expect(times).toBe(report.entrySignals?.refused.reduce((sum, one) => sum + one.times, 0));
});

test('what a daily trick decides at a close stands on that day, and is executed on the next', async () => {
  const daily = {
    ...{ ...OFTEN_REFUSED, interval: '1d', product: 'DELIVERY', instruments: [{ exchange: 'NSE', symbol: 'SBIN' }] },
    session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
    risk: {},
  };
  const id = await world.start(world.asha, { TricksId: undefined, definition: daily, name: 'Daily' });
  await world.finished(world.asha, id);
  const { data } = await world.api.send('backtestTradeHistory', { BacktestId: id }, world.as(world.asha));
  const entryAt = data.trade_list.at(-1)?.entryAt ?? '';
  const filled = await replay({ BacktestId: id, date: indiaDateOf(Date.parse(entryAt)) });
  expect(filled.markers).toMatchObject([{ at: entryAt, purpose: 'entry' }]);
  const decided = await replay({ BacktestId: id, date: filled.previous_date });
  expect(decided.decisions).toMatchObject([{ action: 'enter', at: decided.frames[0]?.closedAt }]);
  expect(decided.markers).toEqual([]);
  // Whoever comes from the trade sees what it followed from, with its own moment.
  expect(filled.decisions[0]).toEqual(decided.decisions[0]);
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

test('a day with values that cost too much is refused, though the rules as they ran do not', async () => {
  const long = Array.from({ length: 8 }, (_, i) => `(sma(close, days) @ 1d)[${i + 1}] > ${i}`).join(' or ');
  const { TricksId: _, ...input } = world.input();
  const parameters = { days: { default: 2, min: 2, max: 500, step: 1 } };
  const definition = {
    ...OFTEN_REFUSED,
    instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
    entry: { long },
    parameters,
  };
  const started = await world.api.send('setAndStartBacktest', { ...input, definition }, world.as(world.asha));
  await world.finished(world.asha, started.data.BacktestId);
  const other = (days: number) => send({ BacktestId: started.data.BacktestId, date: undefined, parameters: { days } });
  const dear = await other(500);
  expect([dear.status, dear.code, dear.errors]).toEqual([
    ...[422, 'TRICK_TOO_COSTLY', [{ path: 'parameters', message: dear.message }]],
  ]);
  expect((await other(3)).status).toBe(200);
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

test('where the stored prices have changed since, the day shows the trades of the report, and says that it is not all', async () => {
  const { kysely } = world.api.database.db;
  const part = await kysely
    .selectFrom('backtest_trades')
    .selectAll()
    .where('backtest_id', '=', BacktestId)
    .orderBy('part')
    .execute();
  expect(part.length).toBeGreaterThan(0);
  // As if its bars had been others: every trade was entered a rupee lower.
  for (const { part: number, bytes } of part) {
    const rows = unpackTrades(bytes).map((row) => row.with(4, row[4] - 100) as unknown as TradeRow);
    await kysely
      .updateTable('backtest_trades')
      .set({ bytes: Buffer.from(packTrades(rows)[0] ?? []) })
      .where('backtest_id', '=', BacktestId)
      .where('part', '=', number)
      .execute();
  }
  const shown = await replay();
  expect(shown.fromTrades).toBe(true);
  expect(shown.decisions.map(({ sentence }) => sentence)).toEqual(shown.markers.map(({ reason }) => reason));
});
