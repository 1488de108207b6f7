import { indiaDateOf } from '@trickdesk/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person, TestApi } from '../../testing/test-api.ts';
import { LivePeople, liveDefinition, NOW } from './testing/live-people.ts';
import { recordTrade } from './testing/trades.ts';
import { insertStrategy } from './testing/world.ts';

let people: LivePeople;
let api: TestApi;
let asha: Person;

beforeAll(async () => {
  people = await LivePeople.open();
  api = people.api;
});
afterAll(() => api.close());
beforeEach(async () => {
  asha = await people.signUp('asha');
});

const as = (person: Person) => ({ token: person.accessToken });
const db = () => people.db;
const key = () => people.key();
const ready = (person: Person = asha) => people.ready(person);

describe('enableDisableTrickBase and modifySLTrick', () => {
  test('a base is switched off and on, for a running trick through its runner', async () => {
    const { TricksId } = await ready();
    const flip = (baseId: number, enabled: boolean) =>
      api.send('enableDisableTrickBase', { TricksId, baseId, enabled }, as(asha));
    await flip(2, false);
    await flip(2, false);
    const bases = async () =>
      (await api.send('trickdetails', { TricksId }, as(asha))).data.trick_details.bases.map(({ enabled }) => enabled);
    expect(await bases()).toEqual([true, false]);
    const commands = () =>
      db().selectFrom('deployment_command').select(['verb', 'body']).where('deployment_id', '=', TricksId).execute();
    expect(await commands()).toEqual([]);
    await api.send('starttrick', { TricksId, idempotencyKey: key() }, as(asha));
    await flip(2, true);
    expect(await bases()).toEqual([true, true]);
    expect(await commands()).toEqual([{ verb: 'enable_base', body: { base: 1, enabled: true } }]);
    expect((await flip(3, true)).status).toBe(404);
    const events = await db().selectFrom('user_event').select('name').where('account_id', '=', asha.userId).execute();
    expect(events.filter(({ name }) => name === 'trick').length).toBeGreaterThanOrEqual(4);
  });

  test('stop and target are checked against price, grid and side, and reach the runner in paise', async () => {
    const { TricksId } = await ready();
    await api.send('starttrick', { TricksId, idempotencyKey: key() }, as(asha));
    await recordTrade(api.database.db, {
      accountId: asha.userId,
      deploymentId: TricksId,
      runNumber: 1,
      intentId: 1,
      symbol: 'SBIN',
      direction: 'long',
      quantity: 5,
      entryAt: NOW,
      entryPaise: 60_000,
      entryChargesPaise: 0,
    });
    const { id: positionId } = await db()
      .selectFrom('position')
      .select('id')
      .where('deployment_id', '=', TricksId)
      .executeTakeFirstOrThrow();
    const move = (levels: { stopLoss?: number; target?: number; trailing?: boolean }) =>
      api.send('modifySLTrick', { TricksId, positionId, ...levels }, as(asha));
    const fields = async (levels: Parameters<typeof move>[0]) => {
      const { status, errors } = await move(levels);
      return [status, ...errors.map(({ path }) => path)];
    };
    expect(await fields({ stopLoss: 600 })).toEqual([422, 'stopLoss']);
    expect(await fields({ target: 599.95 })).toEqual([422, 'target']);
    expect(await fields({ stopLoss: 590.03, target: 610.02 })).toEqual([422, 'stopLoss', 'target']);
    expect(await fields({ stopLoss: 590, trailing: true })).toEqual([422, 'trailing']);
    expect(await fields({})).toEqual([422, 'stopLoss']);
    expect((await move({ stopLoss: 590.05, target: 612.3 })).data).toEqual({
      TricksId,
      positionId,
      stopLoss: 590.05,
      target: 612.3,
    });
    const commands = await db()
      .selectFrom('deployment_command')
      .select(['verb', 'body'])
      .where('deployment_id', '=', TricksId)
      .execute();
    expect(commands).toEqual([
      {
        verb: 'set_levels',
        body: { base: 0, entry: 1, stopPaise: 59_005, targetPaise: 61_230, unitsOf: indiaDateOf(NOW) },
      },
    ]);
    await api.send('sellTrick', { TricksId, idempotencyKey: key() }, as(asha));
    expect((await move({ stopLoss: 590 })).code).toBe('TRICK_EXITING');
    await db().updateTable('position').set({ status: 'closed' }).where('id', '=', positionId).execute();
    expect((await move({ stopLoss: 590 })).code).toBe('POSITION_CLOSED');
  });

  test('while the risk lock holds a live stop is tightened and never loosened, also where it is made fixed for that', async () => {
    const { TricksId } = await ready();
    await api.send('starttrick', { TricksId, idempotencyKey: key() }, as(asha));
    await recordTrade(api.database.db, {
      ...{ accountId: asha.userId, deploymentId: TricksId, runNumber: 1, intentId: 1, symbol: 'SBIN' },
      ...{ direction: 'long', quantity: 5, entryAt: NOW, entryPaise: 60_000, entryChargesPaise: 0 },
    });
    await db().updateTable('position').set({ stop_paise: 59_000 }).where('deployment_id', '=', TricksId).execute();
    await db().updateTable('deployment').set({ mode: 'live' }).where('id', '=', TricksId).execute();
    const { id: positionId } = await db()
      .selectFrom('position')
      .select('id')
      .where('deployment_id', '=', TricksId)
      .executeTakeFirstOrThrow();
    const move = (levels: { stopLoss?: number; target?: number; trailing?: boolean }) =>
      api.send('modifySLTrick', { TricksId, positionId, ...levels }, as(asha));
    const until = new Date(api.clock.now() + 86_400_000);
    expect((await api.send('risklock', { until: until.toISOString(), reason: 'Calm.' }, as(asha))).status).toBe(200);
    for (const looser of [{ stopLoss: 589.95 }, { stopLoss: 500, target: 620 }, { stopLoss: 500, trailing: false }]) {
      const refused = await move(looser);
      expect(refused.code).toBe('RISK_LOCKED');
      expect(refused.message).toMatch(/^Your risk lock holds until .+ Until then nothing can be loosened or lifted\.$/);
    }
    for (const allowed of [{ stopLoss: 590 }, { stopLoss: 595 }, { target: 640 }, { target: 610 }]) {
      expect((await move(allowed)).status).toBe(200);
    }
    // Opened short, a stop is looser the higher it stands.
    await db()
      .updateTable('position')
      .set({ direction: 'short', stop_paise: 61_000 })
      .where('id', '=', positionId)
      .execute();
    expect((await move({ stopLoss: 610.05 })).code).toBe('RISK_LOCKED');
    expect((await move({ stopLoss: 605 })).status).toBe(200);
    await db()
      .updateTable('risk_limit')
      .set({ locked_until: new Date(api.clock.now()) })
      .where('account_id', '=', asha.userId)
      .execute();
    expect((await move({ stopLoss: 650 })).status).toBe(200);
  });

  test('where the rules have a stop that follows the price the page says so, and that alone can be switched', async () => {
    const { TricksId: plain } = await ready();
    const pageOf = async (TricksId: number) =>
      (await api.send('trickdetails', { TricksId }, as(asha))).data.trick_details;
    expect((await pageOf(plain)).stopMayTrail).toBe(false);
    const base = liveDefinition(['SBIN']);
    const risk = { ...base.risk, trailing: { kind: 'percent', percent: 0.5 } } as const;
    const strategy = await insertStrategy(api.database.db, 'trailing-trick', { ...base, risk });
    const { data } = await api.send('toptenclone', { TricksId: strategy }, as(asha));
    const { TricksId } = data;
    expect((await pageOf(TricksId)).stopMayTrail).toBe(true);
    await api.send('starttrick', { TricksId, idempotencyKey: key() }, as(asha));
    await recordTrade(api.database.db, {
      ...{ accountId: asha.userId, deploymentId: TricksId, runNumber: 1, intentId: 1, symbol: 'SBIN' },
      ...{ direction: 'long', quantity: 5, entryAt: NOW, entryPaise: 60_000, entryChargesPaise: 0 },
    });
    const [position] = (await pageOf(TricksId)).open_positions;
    const input = { TricksId, positionId: position?.positionId ?? 0 };
    for (const trailing of [false, true]) {
      expect((await api.send('modifySLTrick', { ...input, trailing }, as(asha))).data).toEqual({ ...input, trailing });
    }
    const commands = await db()
      .selectFrom('deployment_command')
      .select('body')
      .where('deployment_id', '=', TricksId)
      .orderBy('id')
      .execute();
    expect(commands.map(({ body }) => body)).toEqual([
      { base: 0, entry: 1, trailing: false },
      { base: 0, entry: 1, trailing: true },
    ]);
  });

  test('settings that the rules of a trick decide are refused by name', async () => {
    const TricksId = await people.clone(asha);
    for (const name of ['product', 'orderType', 'trailingStop']) {
      const { status, errors } = await api.send('setSetting', { TricksId, [name]: 'x' } as never, as(asha));
      expect([status, errors[0]?.path]).toEqual([422, name]);
      expect(errors[0]?.message).toContain('rules');
    }
  });
});
