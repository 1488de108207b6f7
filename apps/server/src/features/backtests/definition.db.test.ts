import { indiaDateOf } from '@trickdesk/domain';
import type { StrategyDefinitionInput } from '@trickdesk/engine';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BacktestWorld, openBacktestWorld } from './testing/world.ts';

let world: BacktestWorld;
/** The rules of the trick that the world's back-tests are of. */
let definition: Record<string, unknown>;

beforeAll(async () => {
  world = await openBacktestWorld();
  const version = await world.api.database.db.kysely
    .selectFrom('strategy_version')
    .select('definition')
    .where('strategy_id', '=', world.TricksId)
    .executeTakeFirstOrThrow();
  definition = version.definition as Record<string, unknown>;
});
beforeEach(async () => void (await world.startQueue()));
afterEach(() => world.clear());
afterAll(() => world.close());

const asAsha = () => world.as(world.asha);

async function send(more: object) {
  const { TricksId: _, ...input } = { ...world.input(), from_date: indiaDateOf(world.bars.at(-3 * 375)?.openAt ?? 0) };
  return world.api.send('setAndStartBacktest', { ...input, ...more }, asAsha());
}

async function start(more: object): Promise<number> {
  const { data, errors } = await send(more);
  expect(errors).toEqual([]);
  return data.BacktestId;
}

const finished = (BacktestId: number) => world.finished(world.asha, BacktestId);

describe('a back-test of rules that are saved nowhere', () => {
  test('is that of a trick with the same rules, under its own name, and makes no trick', async () => {
    const [trick, rules] = [
      await start({ TricksId: world.TricksId }),
      await start({ definition, name: 'Draft of mine' }),
    ];
    const [ofTrick, own] = [await finished(trick), await finished(rules)];
    expect(own).toMatchObject({ name: 'Draft of mine', status: 'done', versionHash: ofTrick.versionHash });
    expect(own.TricksId).toBeUndefined();
    // Nowhere else are they: whoever wants to test or change them again takes them from here.
    expect(own.definition).toEqual(definition);
    expect(ofTrick.definition).toBeUndefined();
    expect(own.report).toBeDefined();
    expect(own.report).toEqual(ofTrick.report);

    const list = await world.api.send('getUserBacktest', { Search: 'draft' }, asAsha());
    expect(list.data.backtest_list.map(({ BacktestId }) => BacktestId)).toEqual([own.BacktestId]);
    const trades = await world.api.send('backtestTradeHistory', { BacktestId: own.BacktestId }, asAsha());
    expect(trades.data.total).toBe(own.report?.trades);
    const tricks = await world.api.send('owntricks', {}, asAsha());
    expect(tricks.data.total).toBe(0);
  });

  test('that is refused each entry has no trade, and its report says how often and why', async () => {
    const dear = { ...definition, sizing: { method: 'fixed_quantity', quantity: 10_000_000 } };
    const { report } = await finished(await start({ definition: dear, name: 'Too large' }));
    expect([report?.trades, report?.entrySignals?.entered]).toEqual([0, 0]);
    const refused = report?.entrySignals?.refused.find(({ veto }) => veto === 'not_enough_cash');
    expect(refused?.times).toBeGreaterThan(1);
    expect(refused?.sentence).toBe(`Refused ${refused?.times} times: the cash at hand does not pay for it.`);
  });

  test('sweeps its parameters, and keeps the rules that ran, whatever instruments were asked for', async () => {
    const [name = ''] = Object.keys(definition['parameters'] as object);
    const { default: value } = (definition['parameters'] as Record<string, { default: number }>)[name] ?? {
      default: 0,
    };
    const instruments = [{ exchange: 'NSE', symbol: 'INFY' }];
    const asked = { definition: { ...definition, instruments }, instruments: ['SBIN'], sweep: { [name]: [value] } };
    const done = await finished(await start(asked));
    expect(done).toMatchObject({ name: 'Unsaved rules', instruments: ['SBIN'], status: 'done' });
    expect(done.report?.sweep?.combinations.length).toBe(1);
    const stored = await world.api.database.db.kysely
      .selectFrom('backtest')
      .select(['definition', 'tricks_id', 'strategy_version_id'])
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({
      definition: expect.objectContaining({ instruments: [{ exchange: 'NSE', symbol: 'SBIN' }] }),
      tricks_id: null,
      strategy_version_id: null,
    });
  });

  test('is asked for its days before it is started, as a trick is', async () => {
    const covered = await world.api.send('backtestCoverage', { definition }, asAsha());
    const ofTrick = await world.api.send('backtestCoverage', { TricksId: world.TricksId }, asAsha());
    expect(covered.data).toEqual({ ...ofTrick.data, name: 'Unsaved rules', minCapitalPaise: 0 });
    for (const [sent, path] of [
      [{}, 'definition'],
      [{ TricksId: world.TricksId, definition }, 'definition'],
      [{ definition: { ...definition, interval: '2m' } }, 'definition.interval'],
    ] as const) {
      const { status, errors } = await world.api.send('backtestCoverage', sent, asAsha());
      expect([status, errors.map((error) => error.path)]).toEqual([422, [path]]);
    }
  });

  test('is found by nobody else', async () => {
    const BacktestId = await start({ definition });
    const asRavi = world.as(world.ravi);
    for (const answer of [
      await world.api.send('getUserBacktest', { BacktestId }, asRavi),
      await world.api.send('cancelbacktest', { BacktestId }, asRavi),
      await world.api.send('backtestTradeHistory', { BacktestId }, asRavi),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await world.api.send('getUserBacktest', {}, asRavi)).data.total).toBe(0);
  });
});

describe('what is refused uses no back-test of the plan', () => {
  afterEach(async () => {
    const { data } = await world.api.send('getBacktestPlans', {}, asAsha());
    expect(data.current.used).toBe(0);
  });

  test('both a trick and a definition, neither, or a name for a trick', async () => {
    for (const [sent, path] of [
      [{ TricksId: world.TricksId, definition }, 'definition'],
      [{}, 'definition'],
      [{ TricksId: world.TricksId, name: 'Mine' }, 'name'],
    ] as const) {
      const { status, errors } = await send(sent);
      expect([status, errors.map((error) => error.path)]).toEqual([422, [path]]);
    }
  });

  test('rules that are wrong, with the words and places of a check', async () => {
    const wrong = { ...definition, interval: '2m', entry: { long: 'rsi(close) >' } };
    const checked = await world.api.send('validatetrick', { definition: wrong }, asAsha());
    expect(checked.data.errors.length).toBeGreaterThan(0);
    const { status, errors } = await send({ definition: wrong });
    expect(status).toBe(422);
    expect(errors).toEqual(checked.data.errors.map(({ path, message }) => ({ path: `definition.${path}`, message })));
  });

  test('rules that cost too much, also where only the instruments that were asked for make them so', async () => {
    const many = Array.from({ length: 60 }, (_, i) => `sma(close, ${i + 2}) > ${i}`).join(' or ');
    const instruments = [{ exchange: 'NSE', symbol: 'SBIN' }];
    const costly = { ...definition, entry: { long: many }, instruments } as StrategyDefinitionInput;
    expect((await world.api.send('validatetrick', { definition: costly }, asAsha())).data.valid).toBe(true);
    const symbols = Array.from({ length: 50 }, (_, i) => `S${i}`);
    const { status, code, message } = await send({ definition: costly, instruments: symbols });
    expect([status, code]).toEqual([422, 'TRICK_TOO_COSTLY']);
    expect(message).toContain('Use fewer instruments');

    // Saved, they ask as much of the machine.
    const trick = { name: 'Costly', summary: '', minCapitalPaise: 100, note: '', idempotencyKey: 'costly' };
    const saved = await world.api.send('savetrick', { ...trick, definition: costly }, asAsha());
    const { TricksId } = saved.data;
    const ofTrick = await send({ TricksId, instruments: symbols });
    expect([ofTrick.status, ofTrick.code, ofTrick.message]).toEqual([422, 'TRICK_TOO_COSTLY', message]);
    const read = await world.api.send('backtestCoverage', { TricksId, instruments: symbols }, asAsha());
    expect(read.code).toBe('TRICK_TOO_COSTLY');
    expect((await world.api.send('backtestCoverage', { TricksId }, asAsha())).status).toBe(200);
  });
});
