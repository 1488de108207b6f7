import type { InputOf, MyTrick, mytrick } from '@trickdesk/contract';
import { indiaMoment } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { putClock } from '../market-data/store.ts';
import { recordTrade } from './testing/trades.ts';
import { DATASET, insertInstrument, insertStrategy } from './testing/world.ts';

type Sort = NonNullable<InputOf<typeof mytrick>['sort']>;
type Name = Exclude<Sort, `-${string}`>;

const NOW = indiaMoment('2026-09-29', 600);
const MIN_CAPITAL = 1_00_000_00;
let api: TestApi;
let strategyId = 0;

beforeAll(async () => {
  api = await openTestApi();
  const { db } = api.database;
  await insertInstrument(db, 'SBIN');
  strategyId = await insertStrategy(db, 'sorted-trick', {
    format: 1,
    instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
    interval: '5m',
    product: 'INTRADAY',
    direction: 'long',
    session: { entryFrom: '09:20', entryTo: '14:45', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'close > open' },
    sizing: { method: 'capital_share', percent: 50 },
  });
  await putClock(db.kysely, DATASET, { exchangeAt: NOW, seenAt: api.clock.now(), speed: 1, feed: 'live' });
});
afterAll(() => api.close());

const as = (person: Person) => ({ token: person.accessToken });

test('pages of any order, put together, are all tricks once, sorted, what is empty last', async () => {
  const person = await api.signUp('sorted');
  const names = ['beta', 'Alpha', 'gamma', 'delta', 'Echo', 'beta again', 'zeta'];
  const ids: number[] = [];
  for (const name of names)
    ids.push((await api.send('toptenclone', { TricksId: strategyId, name }, as(person))).data.TricksId);
  const { kysely } = api.database.db;
  for (const [i, id] of ids.entries()) {
    const decided = i % 3 === 0 ? null : new Date(NOW + i * 1_000);
    const change = { capital_paise: BigInt(MIN_CAPITAL * (1 + (i % 3))), last_decision_at: decided };
    await kysely.updateTable('deployment').set(change).where('id', '=', id).execute();
  }
  for (const [i, id] of ids.slice(0, 3).entries()) {
    await api.send('starttrick', { TricksId: id, idempotencyKey: `start-${id}` }, as(person));
    const entry = { entryAt: NOW - 1_000, entryPaise: 600_00, entryChargesPaise: 0 };
    await recordTrade(api.database.db, {
      ...{ accountId: person.userId, deploymentId: id, runNumber: 1, intentId: 1, symbol: 'SBIN', ...entry },
      ...{ direction: 'long', quantity: 1, exit: { at: NOW - 1, pricePaise: 600_00 + i * 5_00, chargesPaise: 0 } },
    });
    if (i === 0) continue;
    await recordTrade(api.database.db, {
      ...{ accountId: person.userId, deploymentId: id, runNumber: 1, intentId: 3, symbol: 'SBIN', ...entry },
      ...{ direction: 'long', quantity: 2 },
    });
  }
  const readAll = async (sort: Sort | undefined) => {
    const rows: MyTrick[] = [];
    for (const pageNumber of [1, 2, 3]) {
      const input = { type: 'Test', trickStatus: 0, pageSize: 3, pageNumber, ...(sort ? { sort } : {}) } as const;
      const { data } = await api.send('mytrick', input, as(person));
      expect(data.total).toBe(names.length);
      rows.push(...data.trick_list);
    }
    return rows;
  };
  const by: Record<Name, (trick: MyTrick) => string | number | undefined> = {
    name: (trick) => trick.name.toLowerCase(),
    capital: (trick) => trick.capitalPaise,
    open: (trick) => trick.openPositions,
    today: (trick) => trick.dayPnlPaise,
    total: (trick) => trick.totalPnlPaise,
    decision: (trick) => trick.lastDecisionAt,
  };
  const idsOf = (tricks: readonly MyTrick[]) => tricks.map(({ TricksId }) => TricksId);
  expect(idsOf(await readAll(undefined))).toEqual(ids.toReversed());
  for (const name of ['name', 'capital', 'open', 'today', 'total', 'decision'] as const) {
    const [up, down] = [await readAll(name), await readAll(`-${name}`)];
    expect(idsOf(up).toSorted((a, b) => a - b)).toEqual(ids);
    const values = up.map(by[name]).filter((value) => value !== undefined);
    expect(new Set(values).size).toBeGreaterThan(1);
    expect(values).toEqual(values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    const filled = (tricks: readonly MyTrick[]) => idsOf(tricks.filter((trick) => by[name](trick) !== undefined));
    expect(filled(down)).toEqual(filled(up).toReversed());
    for (const list of [up, down]) expect(filled(list)).toEqual(idsOf(list).slice(0, values.length));
  }
});
