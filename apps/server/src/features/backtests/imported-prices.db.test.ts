import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, createCalendar, indiaDateOf, NSE_CALENDAR, weekdayOf } from '@trickdesk/domain';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { importFile } from '../market-data/index.ts';
import { type BacktestWorld, openBacktestWorld } from './testing/world.ts';

let world: BacktestWorld;
/** A trick of the catalogue that decides by the day. */
let daily: number;
const folder = mkdtempSync(join(tmpdir(), 'trickdesk-imported-'));
beforeAll(async () => {
  world = await openBacktestWorld();
  ({ id: daily } = await world.api.database.db.kysely
    .selectFrom('strategy')
    .select('id')
    .where('slug', '=', 'supertrend-nifty-etf')
    .executeTakeFirstOrThrow());
});
beforeEach(async () => void (await world.startQueue()));
afterEach(() => world.clear());
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.close();
});

/** Rupees, far from what the market of the test trades at; up for ten days and down for ten. */
const DAYS = weekdaysFrom('2012-03-05', 300).map((date, i) => {
  const close = 9_000 + 20 * Math.abs(10 - (i % 20));
  return { date, open: close - 5, high: close + 10, low: close - 15, close };
});

function weekdaysFrom(first: string, count: number): string[] {
  const days: string[] = [];
  for (let date = first; days.length < count; date = addDays(date, 1)) if (weekdayOf(date) % 6 !== 0) days.push(date);
  return days;
}

/** @param times what the prices of before a day are multiplied by */
function importDays(symbol: string, times: (date: string) => number = () => 1) {
  const rows = DAYS.map(({ date, ...prices }) => {
    const [open, high, low, close] = [prices.open, prices.high, prices.low, prices.close].map(
      (rupees) => rupees * times(date),
    );
    return `${date},${open},${high},${low},${close},${1_000 / times(date)}`;
  });
  return importText(`${symbol}.csv`, ['date,open,high,low,close,volume', ...rows].join('\n'));
}

function importText(name: string, text: string) {
  const path = join(folder, name);
  writeFileSync(path, text);
  const calendar = createCalendar(NSE_CALENDAR);
  const importInstruments = () => Promise.reject(new Error('not asked for'));
  return importFile({ db: world.api.database.db, calendar, today: '2026-11-20', importInstruments }, { path });
}

const asAsha = () => world.as(world.asha);
const coverage = async (more: object) => {
  const { data, message } = await world.api.send(
    'backtestCoverage',
    { instruments: ['SBIN'], ...of(), ...more },
    asAsha(),
  );
  if (!data) throw new Error(message);
  return data;
};
const of = () => ({ TricksId: daily });

test('imported prices can be chosen once there are some, and a back-test runs over them and over nothing else', async () => {
  expect((await coverage({})).choices.map(({ prices }) => prices)).toEqual(['market']);
  await importDays('SBIN');
  const [from_date, to_date] = [DAYS[0]?.date ?? '', DAYS.at(-1)?.date ?? ''];
  const imported = await coverage({ prices: 'imported' });
  expect(imported).toMatchObject({ from_date, to_date });
  expect(imported.choices).toEqual([
    { prices: 'market', data: 'Simulated market, seed 1', simulated: true },
    { prices: 'imported', data: 'NSE prices, imported', simulated: false },
  ]);
  expect(await coverage({})).toMatchObject({ from_date: indiaDateOf(world.bars[0]?.openAt ?? 0) });

  const id = await world.start(world.asha, {
    ...{ ...of(), instruments: ['SBIN'], prices: 'imported', from_date, to_date },
  });
  const { report, prices } = await world.finished(world.asha, id);
  expect(prices).toBe('imported');
  expect(report.basis).toMatchObject({ data: 'NSE prices, imported', simulated: false, bars: DAYS.length });
  expect(report.equity.map(({ date }) => date)).toEqual(DAYS.map(({ date }) => date));
  expect(report.trades).toBeGreaterThan(5);
  const { data } = await world.api.send('backtestTradeHistory', { BacktestId: id }, asAsha());
  for (const { entryPrice, exitPrice } of data.trade_list) {
    expect(Math.min(entryPrice, exitPrice)).toBeGreaterThan(8_900);
    expect(Math.max(entryPrice, exitPrice)).toBeLessThan(9_300);
  }
});

test('what was imported by the day is no ground for a trick that decides by the minute', async () => {
  await importDays('SBIN');
  const { instruments, choices } = await coverage({ TricksId: world.TricksId, prices: 'imported' });
  expect(instruments).toEqual([{ symbol: 'SBIN', onlyStored: '1d' }]);
  expect(choices.map(({ prices }) => prices)).toEqual(['market', 'imported']);
  const { status, errors } = await world.api.send(
    'setAndStartBacktest',
    { ...world.input(), prices: 'imported' },
    asAsha(),
  );
  expect(status).toBe(422);
  const message =
    'Only daily prices are stored for SBIN, and the rules decide on one-minute bars. Choose a longer interval, or import finer prices.';
  expect(errors).toEqual([{ path: 'interval', message }]);
});

test('over a bonus it trades as if the price had never jumped, holds more shares for it, and says so', async () => {
  await importDays('SBIN');
  const [from_date, to_date] = [DAYS[0]?.date ?? '', DAYS.at(-1)?.date ?? ''];
  const ran = async (symbol: string) => {
    const id = await world.start(world.asha, {
      ...{ ...of(), instruments: [symbol], prices: 'imported', from_date, to_date, slippageBps: 0, costs: false },
    });
    const { report } = await world.finished(world.asha, id);
    const { data } = await world.api.send('backtestTradeHistory', { BacktestId: id, pageSize: 100 }, asAsha());
    return { report, trades: data.trade_list };
  };
  const smooth = await ran('SBIN');
  // In the middle of a trade, so that it is held over the day.
  const [held] = smooth.trades.slice(3);
  const exDate = indiaDateOf((Date.parse(held?.entryAt ?? '') + Date.parse(held?.exitAt ?? '')) / 2);
  await importDays('INFY', (date) => (date < exDate ? 2 : 1));
  const unknowing = await ran('INFY');
  expect(unknowing.report.netPnlPaise).not.toBe(smooth.report.netPnlPaise);
  // Nobody has said by how much: the report names the day, and what was held over it.
  const [jump, ...others] = unknowing.report.basis.priceJumps ?? [];
  expect(others).toEqual([]);
  expect(jump).toMatchObject({ symbol: 'INFY', date: exDate, trades: 1 });
  expect(jump?.changePercent).toBeCloseTo(-50, 0);
  expect(jump?.netPnlPaise).toBeLessThan(0);

  await importText('actions.csv', `symbol,ex_date,price_factor,kind\nINFY,${exDate},0.5,bonus 1:1\n`);
  const { report, trades } = await ran('INFY');
  const moments = (list: typeof trades) => list.map(({ entryAt, exitAt, exitRule }) => ({ entryAt, exitAt, exitRule }));
  expect(moments(trades)).toEqual(moments(smooth.trades));
  const words = `On ${exDate} a bonus made 2 shares of each.`;
  expect(report.basis.corporateActions).toEqual([{ symbol: 'INFY', words }]);
  const across = trades.filter(({ reason }) => reason.includes(words));
  expect(across.map(({ entryAt }) => entryAt)).toEqual([held?.entryAt]);
  expect(across[0]?.entryPrice).toBe(held?.entryPrice);
  // Shares are bought whole: twice the price takes half as many, to within one.
  expect(Math.abs((across[0]?.quantity ?? 0) - (held?.quantity ?? 0))).toBeLessThanOrEqual(1);
  expect(Math.abs(report.returnPercent - smooth.report.returnPercent)).toBeLessThan(0.5);
  expect(smooth.report.basis).not.toHaveProperty('corporateActions');
  expect(smooth.report.basis).not.toHaveProperty('priceJumps');
  expect(report.basis).not.toHaveProperty('priceJumps');
});

test('days without any price amid the stored ones are refused before a back-test of the plan is used', async () => {
  const [gapFrom, gapTo] = ['2012-04-09', '2012-06-08'];
  const rows = DAYS.filter(({ date }) => date < gapFrom || date > gapTo).map(({ date }) => `${date},1,1,1,1,1`);
  await importText('HOLE.csv', ['date,open,high,low,close,volume', ...rows].join('\n'));
  const ask = (from_date: string, to_date: string) => {
    const days = { instruments: ['HOLE'], prices: 'imported' as const, from_date, to_date };
    return world.api.send('setAndStartBacktest', { ...world.input(), ...of(), ...days }, asAsha());
  };
  const { status, code, message, errors } = await ask(gapFrom, gapTo);
  expect([status, code]).toEqual([422, 'RANGE_NOT_COVERED']);
  expect(message).toBe(`No prices of these instruments are stored from ${gapFrom} to ${gapTo}. Choose other days.`);
  expect(errors.map(({ path }) => path)).toEqual(['from_date', 'to_date']);
  const { data } = await world.api.send('getBacktestPlans', {}, asAsha());
  expect(data.current.used).toBe(0);
  // Some of the days are enough to run over.
  expect((await ask(gapFrom, addDays(gapTo, 7))).status).toBe(200);
});
