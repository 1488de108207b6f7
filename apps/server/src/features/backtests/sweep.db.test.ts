import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BacktestWorld, openBacktestWorld } from './testing/world.ts';

let world: BacktestWorld;
let parameters: readonly { readonly name: string; readonly default: number; readonly step: number }[];

beforeAll(async () => {
  world = await openBacktestWorld();
  const { data } = await world.api.send('backtestCoverage', { TricksId: world.TricksId }, world.as(world.asha));
  parameters = data.parameters;
});
beforeEach(async () => void (await world.startQueue()));
afterEach(() => world.clear());
afterAll(() => world.close());

async function finished(more: object) {
  const BacktestId = await world.start(world.asha, more);
  return world.finished(world.asha, BacktestId);
}

/** The default and two steps above it. */
const threeOf = ({ default: own, step }: (typeof parameters)[number]) => [own, own + step, own + 2 * step];

describe('a sweep', () => {
  test('runs each combination as one back-test of the plan, and reports the best in full beside all', async () => {
    const [first, second] = parameters;
    if (!first || !second) throw new Error('the trick has two parameters');
    const sweep = { [first.name]: threeOf(first).toReversed(), [second.name]: threeOf(second) };
    const done = await finished({ sweep });
    const { combinations = [], best = -1 } = done.report.sweep ?? {};
    expect(combinations.length).toBe(9);
    expect(new Set(combinations.map(({ values }) => values.join())).size).toBe(9);
    const sharpes = combinations.map(({ sharpe }) => sharpe ?? Number.NEGATIVE_INFINITY);
    expect(sharpes[best]).toBe(Math.max(...sharpes));
    expect(combinations[best]).toMatchObject({ netPnlPaise: done.report.netPnlPaise, trades: done.report.trades });
    expect(done.netPnlPaise).toBe(done.report.netPnlPaise);
    expect(done.sweep).toEqual({ [first.name]: threeOf(first), [second.name]: threeOf(second) });

    const { evidence } = done.report;
    expect(evidence?.luck?.trials).toBe(9);
    expect(evidence?.luck?.luckySharpe).toBeGreaterThan(0);
    expect(evidence?.reasons.map(({ key }) => key)).toContain('neighbours_gain');
    const plans = await world.api.send('getBacktestPlans', {}, world.as(world.asha));
    expect(plans.data.current.used).toBe(1);
  });

  test('of the values that the trick has anyway is the plain back-test, byte for byte', async () => {
    const own = Object.fromEntries(parameters.map((each) => [each.name, [each.default]]));
    const plain = await finished({});
    const { sweep, ...report } = (await finished({ sweep: own })).report;
    expect(JSON.stringify(report)).toBe(JSON.stringify(plain.report));
    expect(sweep?.combinations.length).toBe(1);
  });

  test('a combination of a sweep brings what it brings by itself', async () => {
    const [first] = parameters;
    if (!first) throw new Error('the trick has a parameter');
    const all = await finished({ sweep: { [first.name]: threeOf(first) } });
    for (const [i, value] of threeOf(first).entries()) {
      const alone = await finished({ sweep: { [first.name]: [value] } });
      expect(alone.report.sweep?.combinations).toEqual([all.report.sweep?.combinations[i]]);
    }
  });

  test('values that cost too much are refused before one is used up, though those that the trick has do not', async () => {
    const before = await world.api.send('getBacktestPlans', {}, world.as(world.asha));
    const long = Array.from({ length: 8 }, (_, i) => `(sma(close, days) @ 1d)[${i + 1}] > ${i}`).join(' or ');
    const definition = {
      ...{ format: 1, interval: '1m', product: 'INTRADAY', direction: 'long', entry: { long } },
      instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
      session: { entryFrom: '09:15', entryTo: '15:00', squareOff: '15:05', weekdays: [1, 2, 3, 4, 5] },
      parameters: { days: { default: 2, min: 2, max: 500, step: 1 } },
      sizing: { method: 'fixed_quantity', quantity: 5 },
    };
    expect((await world.api.send('validatetrick', { definition }, world.as(world.asha))).data.valid).toBe(true);
    const { TricksId: _, ...input } = world.input();
    const send = (sweep: Record<string, number[]>) =>
      world.api.send('setAndStartBacktest', { ...input, definition, sweep }, world.as(world.asha));
    const dear = await send({ days: [2, 500] });
    expect([dear.status, dear.code, dear.errors]).toEqual([
      ...[422, 'TRICK_TOO_COSTLY', [{ path: 'sweep', message: dear.message }]],
    ]);
    expect(dear.message).toMatch(/^This looks back on/);
    expect((await send({ days: [2, 3] })).errors).toEqual([]);
    const after = await world.api.send('getBacktestPlans', {}, world.as(world.asha));
    expect(after.data.current.used).toBe(before.data.current.used + 1);
  });

  test('what cannot be tried is named', async () => {
    const send = (sweep: Record<string, number[]>) =>
      world.api.send('setAndStartBacktest', { ...world.input(), sweep }, world.as(world.asha));
    const [first] = parameters;
    const unknown = await send({ nosuch: [1] });
    expect([unknown.status, unknown.errors[0]?.path]).toEqual([422, 'sweep.nosuch']);
    const beyond = await send({ [first?.name ?? '']: [-1_000] });
    expect([beyond.status, beyond.errors[0]?.path]).toEqual([422, `sweep.${first?.name}`]);
    expect((await send({})).status).toBe(422);
    const plans = await world.api.send('getBacktestPlans', {}, world.as(world.asha));
    expect(plans.data.current.used).toBe(0);
  });
});
