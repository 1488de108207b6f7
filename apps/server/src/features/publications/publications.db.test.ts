import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type Person, signInAgain, signUpOperator } from '../../testing/test-api.ts';
import { continueErasures } from '../own-data/index.ts';
import { closeFew, copyTrick } from '../strategies/testing/ranked-copies.ts';
import { openPublicationWorld, type PublicationWorld } from './testing/publication-world.ts';

let world: PublicationWorld;
let reader: Person;
beforeAll(async () => {
  world = await openPublicationWorld();
  reader = await world.api.signUp('reader');
});
afterAll(() => world.close());

const catalogue = async (person = reader) =>
  (await world.api.send('hometrickers', { pageSize: 100 }, world.as(person))).data.trick_list;
const details = async (TricksId: number, person = reader) =>
  (await world.api.send('trickerdetails', { TricksId }, world.as(person))).data.trick_details;
const listed = async (person: Person, TricksId: number) =>
  (await world.api.send('trickpublications', { TricksId }, world.as(person))).data;
const queue = async (state: 'waiting' | 'published' | 'refused' | 'withdrawn' | 'all' = 'waiting') =>
  (await world.api.send('opstricks', { state, pageSize: 100 }, world.as(world.operator))).data.publication_list;

describe('a submission', () => {
  test('waits in the queue with what backs it, and is shown to its owner', async () => {
    const person = await world.maker();
    const trick = await world.backed(person);
    const { data } = await world.submit(person, trick);
    expect(data.publication).toMatchObject({ ...trick, state: 'waiting', offered: false, name: 'My cross' });
    const { publicationId } = data.publication;
    const [found] = (await queue()).filter((row) => row.publicationId === publicationId);
    const tested = (await world.api.send('getUserBacktest', { BacktestId: trick.BacktestId }, world.as(person))).data;
    expect(found?.backtest).toEqual(tested.backtest_list[0]);
    expect(found).toMatchObject({ mayDecide: true, mayRetire: false, person: { userId: person.userId } });
    expect(found?.evidence).toBe(tested.backtest?.report?.evidence?.evidence);
    const own = await listed(person, trick.TricksId);
    expect(own.publication_list).toEqual([data.publication]);
    expect(own.backtest_list.map(({ version, backtest }) => [version, backtest.BacktestId])).toEqual([
      [1, trick.BacktestId],
    ]);
  });

  test('is read with its rules, its contract and the report, before anybody decides', async () => {
    const person = await world.maker();
    const publicationId = await world.submitted(person, await world.backed(person));
    const { data } = await world.api.send('opstrick', { publicationId }, world.as(world.operator));
    const { publication } = data;
    expect(publication.rules.join(' ')).toContain('Buys when EMA 5 crosses above EMA 20.');
    expect(publication.contract.sentences.length).toBeGreaterThan(2);
    expect(publication.report?.basis).toMatchObject({ afterCharges: true, simulated: true });
    expect(publication.report?.trades).toBe(publication.backtest.trades);
    expect(publication.offeredVersion).toBeUndefined();
  });

  test('is refused without a fitting back-test, with what is wrong in words, and keeps nothing', async () => {
    const [person, other] = [await world.maker(), await world.maker()];
    const { TricksId, version } = await world.save(person);
    const free = await world.backtest(person, TricksId, { costs: false });
    const foreign = (await world.backed(other)).BacktestId;
    const withFree = await world.submit(person, { TricksId, version, BacktestId: free });
    expect([withFree.status, withFree.code]).toEqual([409, 'BACKTEST_UNFIT']);
    expect(withFree.message).toContain('left charges out');
    expect((await world.submit(person, { TricksId, version, BacktestId: foreign })).code).toBe('NOT_FOUND');
    expect((await world.submit(person, { TricksId, version: 2, BacktestId: free })).code).toBe('NOT_FOUND');
    await world.save(person, { TricksId, version: 1 }, { interval: '3m' });
    const fit = await world.backtest(person, TricksId);
    const older = await world.submit(person, { TricksId, version: 1, BacktestId: fit });
    expect(older.message).toContain('another version');
    const changed = await world.backtest(person, TricksId, { interval: '1m' });
    const byInterval = await world.submit(person, { TricksId, version: 2, BacktestId: changed });
    expect(byInterval.message).toContain('another interval');
    expect((await listed(person, TricksId)).publication_list).toEqual([]);
    expect((await listed(person, TricksId)).backtest_list.map(({ backtest }) => backtest.BacktestId)).toEqual([fit]);
  });

  test('of somebody else’s trick is a trick that does not exist', async () => {
    const [person, other] = [await world.maker(), await world.maker()];
    const trick = await world.backed(person);
    expect((await world.submit(other, trick)).code).toBe('NOT_FOUND');
    const { TricksId } = trick;
    for (const call of ['withdrawtrick', 'trickpublications'] as const) {
      expect((await world.api.send(call, { TricksId }, world.as(other))).code).toBe('NOT_FOUND');
    }
  });

  test('is one at a time, also where two come at once; it can be taken back and made anew', async () => {
    const person = await world.maker();
    const trick = await world.backed(person);
    const both = await Promise.all([world.submit(person, trick), world.submit(person, trick)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(['PUBLICATION_WAITS', undefined]);
    const { TricksId } = trick;
    const back = await world.api.send('withdrawtrick', { TricksId }, world.as(person));
    expect(back.data.publication.state).toBe('withdrawn');
    expect((await world.publish(back.data.publication.publicationId)).code).toBe('CASE_DECIDED');
    expect((await world.api.send('withdrawtrick', { TricksId }, world.as(person))).code).toBe(
      'PUBLICATION_NOT_WAITING',
    );
    expect((await world.submit(person, trick)).status).toBe(200);
  });

  test('is never changed in the database, and decided once', async () => {
    const person = await world.maker();
    const id = await world.submitted(person, await world.backed(person));
    const change = (set: ReturnType<typeof sql>) =>
      sql`UPDATE trick_publication SET ${set} WHERE id = ${id}`.execute(world.api.database.db.kysely);
    await expect(change(sql`name = 'Other'`)).rejects.toThrow('not changed');
    await world.api.send('opsrefusetrick', { publicationId: id, reason: 'No.' }, world.as(world.operator));
    await expect(change(sql`reason = 'Yes.'`)).rejects.toThrow('decided once');
  });
});

describe('a published version', () => {
  test('stands in the catalogue under its author’s name, and everybody can copy it', async () => {
    const person = await world.maker();
    const trick = await world.backed(person);
    expect((await catalogue()).some(({ name }) => name === 'My cross')).toBe(false);
    const { publishedTricksId = 0 } = await world.published(await world.submitted(person, trick));
    const shown = (await catalogue()).find(({ TricksId }) => TricksId === publishedTricksId);
    expect(shown).toMatchObject({ name: 'My cross', author: 'Asha Rao', category: 'trend', risk: 'high' });
    const read = await details(publishedTricksId);
    expect(read).toMatchObject({ description: 'Buys when the price turns up.', reportStatus: 'queued' });
    expect(read.versions.map(({ version }) => version)).toEqual([1]);
    const copy = await world.api.send('toptenclone', { TricksId: publishedTricksId }, world.as(reader));
    expect(copy.data.name).toBe('My cross');
    const [told] = await world.alertsOf(person);
    expect(told).toMatchObject({ notication_category_id: 2, link: `/tricks/${publishedTricksId}` });
  });

  test('stays as it is while its author goes on, until the next one is published', async () => {
    const person = await world.maker();
    const trick = await world.backed(person);
    const { TricksId } = trick;
    const { publishedTricksId = 0 } = await world.published(await world.submitted(person, trick));
    const before = await details(publishedTricksId);
    await world.save(person, { TricksId, version: 1, ...{ name: 'Renamed' } }, { interval: '3m' });
    expect(await details(publishedTricksId)).toEqual(before);
    expect((await world.submit(person, trick)).code).toBe('VERSION_PUBLISHED');
    const next = { TricksId, version: 2, BacktestId: await world.backtest(person, TricksId) };
    const second = await world.submitted(person, next);
    expect(await details(publishedTricksId)).toEqual(before);
    const again = await world.published(second);
    expect(again.publishedTricksId).toBe(publishedTricksId);
    const after = await details(publishedTricksId);
    expect(after).toMatchObject({ name: 'Renamed', interval: '3m' });
    expect(after.versions.map(({ version }) => version)).toEqual([2, 1]);
    const { publication_list: list } = await listed(person, TricksId);
    expect(list.map(({ version, offered }) => [version, offered])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  test.each(['its author', 'an operator'])('is taken out by %s: copies go on, and it stays ranked', async (who) => {
    const person = await world.maker();
    const trick = await world.backed(person);
    const publicationId = await world.submitted(person, trick);
    const { publishedTricksId: strategyId = 0 } = await world.published(publicationId);
    const follower = await world.maker();
    const capitalPaise = 1_00_000_00n;
    const copy = await copyTrick(world.api, follower, { strategyId, mode: 'paper', capitalPaise });
    await closeFew(world.api, copy, 9_00, Date.now() + 40 * 86_400_000);
    const { TricksId } = trick;
    const reason = 'Its figures rest on one week.';
    if (who === 'its author') await world.api.send('retiretrick', { TricksId }, world.as(person));
    else {
      const input = { publicationId, reason, password: PASSWORD };
      await world.api.send('opsretiretrick', input, world.as(world.operator));
      expect((await world.alertsOf(person))[0]?.body).toContain(reason);
      expect((await listed(person, TricksId)).publication_list[0]).toMatchObject({ offered: false, reason });
    }
    expect((await catalogue()).some((row) => row.TricksId === strategyId)).toBe(false);
    expect((await world.api.send('toptenclone', { TricksId: strategyId }, world.as(reader))).code).toBe('NOT_FOUND');
    const { data } = await world.api.send('gettopten', { thirtyDay: 0, test: 1 }, world.as(reader));
    expect(data.trick_list.find((row) => row.TricksId === strategyId)).toMatchObject({ state: 'retired', users: 1 });
  });

  test('comes back by being submitted anew; a retired own trick is not submitted', async () => {
    const person = await world.maker();
    const trick = await world.backed(person);
    const { TricksId } = trick;
    const { publishedTricksId } = await world.published(await world.submitted(person, trick));
    await world.api.send('retiretrick', { TricksId }, world.as(person));
    expect((await world.submit(person, trick)).code).toBe('OWN_TRICK_RETIRED');
    await world.api.send('retiretrick', { TricksId, retired: false }, world.as(person));
    expect((await catalogue()).some((row) => row.TricksId === publishedTricksId)).toBe(false);
    const again = await world.published(await world.submitted(person, trick));
    expect(again).toMatchObject({ publishedTricksId, offered: true });
  });

  test('stays under nobody’s name, out of the catalogue, when its author deletes the account', async () => {
    const person = await world.maker();
    const { publishedTricksId = 0 } = await world.published(await world.submitted(person, await world.backed(person)));
    const { status } = await world.api.send('deleteaccount', { password: PASSWORD }, world.as(person));
    expect(status).toBe(200);
    const { db } = world.api.database;
    for (let i = 0; i < 10; i += 1) await continueErasures({ database: db, clock: world.api.clock });
    const { author, name } = await details(publishedTricksId);
    expect({ author, name }).toEqual({ author: 'Former member', name: 'My cross' });
    expect((await catalogue()).some(({ TricksId }) => TricksId === publishedTricksId)).toBe(false);
    const left = await sql`SELECT FROM trick_publication WHERE account_id = ${person.userId}`.execute(db.kysely);
    expect(left.rows).toEqual([]);
  });

  test('has no author’s name in the record of results, which outlives accounts', async () => {
    const person = await world.maker();
    const { publishedTricksId: strategyId = 0 } = await world.published(
      await world.submitted(person, await world.backed(person)),
    );
    const copy = await copyTrick(world.api, await world.maker(), { strategyId, mode: 'paper', capitalPaise: 1_00_00n });
    await closeFew(world.api, copy, 1_00, world.api.clock.now());
    const kept = await world.api.database.db.kysely
      .selectFrom('track_trick')
      .select('author')
      .where('strategy_id', '=', strategyId)
      .executeTakeFirstOrThrow();
    expect(kept.author).toBe('');
  });
});

describe('an operator', () => {
  test('refuses with a reason that the owner reads; the version can be submitted again', async () => {
    const person = await world.maker();
    const trick = await world.backed(person);
    const publicationId = await world.submitted(person, trick);
    const reason = 'Say what it does on a falling day.';
    const refused = await world.api.send('opsrefusetrick', { publicationId, reason }, world.as(world.operator));
    expect(refused.data.publication).toMatchObject({ state: 'refused', reason, mayDecide: false });
    expect((await world.alertsOf(person))[0]).toMatchObject({
      notication_category_id: 2,
      body: expect.stringContaining(reason),
    });
    expect((await world.publish(publicationId)).code).toBe('CASE_DECIDED');
    expect((await world.submit(person, trick)).status).toBe(200);
  });

  test('does not decide on a trick of their own', async () => {
    const self = await signUpOperator(world.api, 'selfmade');
    const trick = await world.backed(self);
    const publicationId = await world.submitted(self, trick);
    const [own] = (await world.api.send('opstricks', {}, world.as(self))).data.publication_list.filter(
      (row) => row.publicationId === publicationId,
    );
    expect(own).toMatchObject({ mayDecide: false, mayRetire: false });
    expect((await world.publish(publicationId, self)).code).toBe('OWN_CASE');
    const refused = await world.api.send('opsrefusetrick', { publicationId, reason: 'No.' }, world.as(self));
    expect(refused.code).toBe('OWN_CASE');
    await world.published(publicationId);
    const input = { publicationId, reason: 'No.', password: PASSWORD };
    expect((await world.api.send('opsretiretrick', input, world.as(self))).code).toBe('OWN_CASE');
  });

  test('publishes one of two at once, once', async () => {
    const person = await world.maker();
    const publicationId = await world.submitted(person, await world.backed(person));
    const other = await signUpOperator(world.api, 'publisher2');
    const both = await Promise.all([world.publish(publicationId), world.publish(publicationId, other)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual(['CASE_DECIDED', undefined]);
    expect(await world.acts(publicationId)).toHaveLength(1);
  });

  test('leaves each act on the record, with before and after', async () => {
    const person = await world.maker();
    const trick = await world.backed(person);
    const publicationId = await world.submitted(person, trick);
    const { publishedTricksId } = await world.published(publicationId);
    const reason = 'Its figures rest on one week.';
    const input = { publicationId, reason, password: PASSWORD };
    await world.api.send('opsretiretrick', input, world.as(world.operator));
    expect(await world.acts(publicationId)).toMatchObject([
      {
        what: 'publish_trick',
        operator_id: world.operator.userId,
        before: { state: 'waiting', offeredVersion: null },
        after: {
          ...{ state: 'published', offeredVersion: 1, author: 'Asha Rao', category: 'trend', risk: 'high' },
          ...{ TricksId: publishedTricksId, BacktestId: trick.BacktestId },
        },
      },
      { what: 'retire_trick', before: { offered: true }, after: { offered: false, reason } },
    ]);
    const shown = await world.api.send('opsacts', { personId: person.userId }, world.as(world.operator));
    expect(shown.data.act_list.map(({ what }) => what)).toEqual(['retire_trick', 'publish_trick']);
  });

  test('who may only look reads the queue and decides nothing', async () => {
    const person = await world.maker();
    const publicationId = await world.submitted(person, await world.backed(person));
    const looker = await world.maker();
    const ability = JSON.stringify([
      { action: 'manage', subject: 'Own' },
      { action: 'read', subject: 'Trick' },
    ]);
    await sql`UPDATE account SET ability = ${ability} WHERE id = ${looker.userId}`.execute(
      world.api.database.db.kysely,
    );
    const able = await signInAgain(world.api, looker);
    expect((await world.api.send('opstrick', { publicationId }, world.as(able))).status).toBe(200);
    expect((await world.publish(publicationId, able)).code).toBe('NOT_ALLOWED');
    expect((await world.api.send('opstricks', {}, world.as(person))).code).toBe('NOT_ALLOWED');
  });
});
