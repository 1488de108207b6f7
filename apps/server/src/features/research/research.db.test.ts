import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../testing/test-api.ts';
import { MORNING, openResearchWorld, type ResearchWorld } from './testing/research-world.ts';

let world: ResearchWorld;
beforeAll(async () => {
  world = await openResearchWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  // What a test published must not be in the record of the next one.
  await sql`TRUNCATE research_call, research_outcome, candle_tail RESTART IDENTITY CASCADE`.execute(kysely());
  await world.goTo(MORNING);
  await world.putPrice(600_00);
});
const kysely = () => world.api.database.db.kysely;

async function published(change: object = {}): Promise<number> {
  const { data, message, errors } = await world.publish(change);
  if (!data) throw new Error(`${message} ${JSON.stringify(errors)}`);
  return data.call.researchId;
}
const outcome = async (id: number) => {
  await world.look();
  return (await world.list()).ra_trade_list.find(({ researchId }) => researchId === id)?.outcome;
};

describe('a call', () => {
  test('is seen by everybody as its preview showed it, with who stands behind it', async () => {
    const { api, as, operator, call } = world;
    const { data } = await api.send('opspreviewresearch', call, as(operator));
    expect((await world.list()).total).toBe(0);
    await published();
    const [shown] = (await world.list()).ra_trade_list;
    expect(shown).toMatchObject(data.preview);
    expect(shown).toMatchObject({
      ...{ symbol: 'SBIN', entryPrice: 600, referencePrice: 600, simulated: true },
      expiresAt: '2026-01-06T15:30:00+05:30',
      outcome: { state: 'not_entered', ended: false, event_list: [] },
    });
    expect(shown?.analyst).toEqual({ name: expect.any(String) });
  });

  test('cannot be edited, deleted or given another outcome once it is over, not even in the database', async () => {
    const id = await published();
    const change = (statement: ReturnType<typeof sql>) => statement.execute(kysely());
    await expect(change(sql`UPDATE research_call SET stop_paise = 1 WHERE id = ${id}`)).rejects.toThrow('not changed');
    await expect(change(sql`DELETE FROM research_outcome WHERE research_call_id = ${id}`)).rejects.toThrow('final');
    await world.withdraw(id);
    const again = sql`UPDATE research_call SET withdrawn_reason = 'Another one.' WHERE id = ${id}`;
    await expect(change(again)).rejects.toThrow('not changed');
    await world.trade([600, 601, 593, 594]);
    await world.look();
    const won = sql`UPDATE research_outcome SET state = 'target_hit', targets_hit = 1 WHERE research_call_id = ${id}`;
    await expect(change(won)).rejects.toThrow('final');
    expect(await outcome(id)).toMatchObject({ state: 'stop_hit', ended: true });
  });

  test('is published once for a key, also when the market has gone on meanwhile', async () => {
    const idempotencyKey = world.key();
    const id = await published({ idempotencyKey });
    await world.putPrice(900_00);
    expect(await published({ idempotencyKey })).toBe(id);
    expect((await world.publish({ idempotencyKey, stopPrice: 590 })).code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await world.list()).total).toBe(1);
  });

  test.each([
    [{ stopPrice: 606 }, 'stopPrice'],
    [{ targets: [606, 604] }, 'targets.1'],
    [{ entryPrice: 600.01 }, 'entryPrice'],
    [{ validUntil: '2026-01-04' }, 'validUntil'],
    [{ validUntil: '2026-01-10' }, 'validUntil'],
    [{ validUntil: '2026-03-02' }, 'validUntil'],
  ])('%o is refused at its field and publishes nothing', async (change, path) => {
    const refused = await world.publish(change);
    expect([refused.code, refused.errors.map((error) => error.path)]).toEqual(['INVALID_INPUT', [path]]);
    expect((await world.list()).total).toBe(0);
  });

  test('of a share that is not known, or whose price is not, is refused', async () => {
    expect((await world.publish({ symbol: 'NOBODY' })).code).toBe('INSTRUMENT_UNKNOWN');
    await sql`DELETE FROM last_price`.execute(kysely());
    expect((await world.publish()).code).toBe('PRICE_UNKNOWN');
  });

  test('is an act on the record with all that people see, and so is its withdrawal with the reason', async () => {
    const id = await published();
    await world.withdraw(id);
    const acts = await kysely()
      .selectFrom('operator_act')
      .select(['what', 'sentence', 'after'])
      .where('subject', '=', 'research')
      .where('subject_id', '=', String(id))
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(acts.map(({ what }) => what)).toEqual(['withdraw_research', 'publish_research']);
    expect(acts[0]?.sentence).toContain('The news has changed.');
    expect(acts[1]?.after).toMatchObject({
      entryPaise: 600_00,
      targetsPaise: [606_00, 612_00],
      rationale: world.call.rationale,
    });
  });
});

describe('the outcome', () => {
  test('follows the market minute by minute', async () => {
    const id = await published();
    expect(await outcome(id)).toMatchObject({ state: 'not_entered' });
    await world.trade([600, 602, 599, 601]);
    expect(await outcome(id)).toMatchObject({ state: 'open', event_list: [{ kind: 'entered', price: 600 }] });
    await world.trade([601, 607, 600, 606]);
    expect(await outcome(id)).toMatchObject({ state: 'target_hit', targetsHit: 1, ended: false });
    await world.trade([606, 613, 605, 612]);
    const over = await outcome(id);
    expect(over).toMatchObject({ state: 'target_hit', targetsHit: 2, ended: true, resultPercent: 1.5 });
    expect(over?.event_list.map(({ kind }) => kind)).toEqual(['entered', 'target', 'target']);
  });

  test('is the stop where one minute holds the stop and every target', async () => {
    const id = await published();
    await world.trade([600, 602, 599, 601], [601, 620, 590, 600]);
    expect(await outcome(id)).toMatchObject({ state: 'stop_hit', targetsHit: 0, ended: true, resultPercent: -1 });
  });

  test('does not know what was traded before the publication', async () => {
    await world.trade([600, 620, 590, 600]);
    const id = await published();
    await world.trade([600, 601, 599, 600]);
    expect(await outcome(id)).toMatchObject({ state: 'open' });
  });

  test('is expired at the end of its time, and not a minute before', async () => {
    const id = await published();
    await world.trade([600, 602, 599, 603]);
    await world.goTo(Date.parse('2026-01-06T15:30:00+05:30'));
    expect(await outcome(id)).toMatchObject({ state: 'open', ended: false });
    await world.goTo(Date.parse('2026-01-06T15:35:00+05:30'));
    expect(await outcome(id)).toMatchObject({ state: 'expired', ended: true, resultPercent: 0.5 });
  });
});

describe('a withdrawal', () => {
  test('leaves the call in the list, and its outcome and the hit rate as they would have been', async () => {
    const [kept, withdrawn] = [await published(), await published()];
    expect((await world.withdraw(withdrawn)).data.call.withdrawn?.reason).toBe('The news has changed.');
    await world.trade([600, 602, 599, 601], [601, 602, 593, 594]);
    await world.look();
    const { ra_trade_list: calls, record } = await world.list();
    expect(calls.map(({ researchId, outcome: { state } }) => [researchId, state])).toEqual([
      [withdrawn, 'stop_hit'],
      [kept, 'stop_hit'],
    ]);
    expect(record).toEqual({
      ...{ published: 2, targetHit: 0, stopHit: 2, expired: 0, running: 0, withdrawn: 1 },
      hitRatePercent: 0,
    });
  });

  test('is once, needs a proof, and comes too late once the call is over', async () => {
    const id = await published();
    expect((await world.withdraw(id, { password: 'another one 7' })).code).toBe('WRONG_PASSWORD');
    expect((await world.withdraw(id)).status).toBe(200);
    expect((await world.withdraw(id)).code).toBe('RESEARCH_WITHDRAWN');
    const late = await published();
    await world.trade([600, 602, 593, 594]);
    await world.look();
    expect((await world.withdraw(late)).code).toBe('RESEARCH_ENDED');
    expect((await world.withdraw(2_000_000_000)).code).toBe('NOT_FOUND');
  });
});

describe('the list', () => {
  test('is narrowed by outcome, days and words, and the record is of all of them all the same', async () => {
    const won = await published({ targets: [606], rationale: 'A quiet start.' });
    await world.trade([600, 602, 599, 601], [601, 607, 600, 606]);
    await world.look();
    await world.goTo(Date.parse('2026-01-06T09:25:00+05:30'));
    const waiting = await published({ entryPrice: 597, validUntil: '2026-01-07' });
    const idsOf = async (input: object) => (await world.list(input)).ra_trade_list.map(({ researchId }) => researchId);
    expect(await idsOf({})).toEqual([waiting, won]);
    expect(await idsOf({ sort: 'time' })).toEqual([won, waiting]);
    expect(await idsOf({ state: 'target_hit' })).toEqual([won]);
    expect(await idsOf({ state: 'withdrawn' })).toEqual([]);
    expect(await idsOf({ to_date: '2026-01-05' })).toEqual([won]);
    expect(await idsOf({ from_date: '2026-01-06' })).toEqual([waiting]);
    expect(await idsOf({ Search: 'quiet' })).toEqual([won]);
    expect(await idsOf({ pageSize: 1, pageNumber: 2 })).toEqual([won]);
    const narrowed = { state: 'not_entered' } as const;
    const { record, total } = (await world.api.send('getRaTradeList', narrowed, world.as(world.reader))).data;
    expect([total, record?.published, record?.targetHit, record?.hitRatePercent]).toEqual([1, 2, 1, 100]);
  });

  test('of another market is another one', async () => {
    await published();
    await sql`ALTER TABLE research_call DISABLE TRIGGER research_call_kept`.execute(kysely());
    await sql`UPDATE research_call SET dataset = 'angelone'`.execute(kysely());
    await sql`ALTER TABLE research_call ENABLE TRIGGER research_call_kept`.execute(kysely());
    expect(await world.list()).toMatchObject({ total: 0, record: { published: 0 } });
  });
});

test('in compliance mode research and returns are shown to verified clients alone', async () => {
  const strict = await openResearchWorld({ COMPLIANCE: '1' });
  try {
    await strict.publish();
    expect(await strict.list()).toMatchObject({ ra_trade_list: [], hidden: true, total: 0 });
    // Whoever publishes sees what they have published.
    const { data } = await strict.api.send('opsresearch', {}, strict.as(strict.operator));
    expect([data.total, data.record.published]).toEqual([1, 1]);
    const portfolios = () => strict.api.send('getPortfolioTrcikList', {}, strict.as(strict.reader));
    expect((await portfolios()).data.hidden).toBe(true);
    await sql`UPDATE account SET kyc_verified_at = now() WHERE id = ${strict.reader.userId}`.execute(
      strict.api.database.db.kysely,
    );
    const seen = await strict.list();
    expect([seen.hidden, seen.total]).toEqual([undefined, 1]);
    expect((await portfolios()).data.hidden).toBeUndefined();
  } finally {
    await strict.close();
  }
});

test('the registration number and the name of the analyst stand with a call, and a real market asks for them', async () => {
  const registered = await openResearchWorld({
    RESEARCH_ANALYST_NUMBER: 'INH000000001',
    RESEARCH_ANALYST_NAME: 'Asha Rao',
  });
  try {
    const { data } = await registered.publish();
    expect(data.call.analyst).toEqual({ name: 'Asha Rao', registrationNumber: 'INH000000001' });
  } finally {
    await registered.close();
  }
  const real = await openResearchWorld({ MARKET: 'angelone', COMPLIANCE: '0' });
  try {
    expect((await real.publish()).code).toBe('RESEARCH_NOT_REGISTERED');
    expect(
      (
        await real.api.send(
          'opspublishresearch',
          { ...real.call, password: PASSWORD, idempotencyKey: 'real' },
          real.as(real.reader),
        )
      ).code,
    ).toBe('NOT_ALLOWED');
  } finally {
    await real.close();
  }
});

test('with a second factor a repetition needs no code anew, and forgives no wrong one', async () => {
  const guarded = await openResearchWorld();
  const { api, operator, publish } = guarded;
  try {
    const token = guarded.as(operator);
    const { secret } = (await api.send('enabletwofactor', { password: operator.password }, token)).data;
    const codeOf = (): string =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now() });
    await api.send('confirmtwofactor', { code: codeOf() }, token);
    await api.clock.advance(30_000);
    const first = { totp: codeOf(), idempotencyKey: guarded.key() };
    const { researchId } = (await publish(first)).data.call;
    expect((await publish(first)).data.call.researchId).toBe(researchId);
    expect((await publish({ totp: first.totp })).code).toBe('TOTP_WRONG');
    expect((await publish()).code).toBe('TOTP_REQUIRED');
    const wrong = String((Number(first.totp) + 1) % 1_000_000).padStart(6, '0');
    const codes: (string | undefined)[] = [];
    for (let i = 0; i < 6; i += 1) {
      codes.push((await publish({ totp: wrong })).code);
      await publish(first);
    }
    expect(codes).toContain('TOO_MANY_TRIES');
    expect((await guarded.list()).total).toBe(1);
  } finally {
    await guarded.close();
  }
});
