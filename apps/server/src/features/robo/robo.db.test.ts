import { DAY_MS, ROBO_CONTRADICTIONS, ROBO_QUESTIONS } from '@trickdesk/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAgain } from '../../testing/test-api.ts';
import { roboPlans } from '../billing/index.ts';
import { deletePastNotes, tellReviews } from './index.ts';
import { ADVISER, answersWith, openRoboWorld, type RoboWorld } from './testing/robo-world.ts';

let plain: RoboWorld;
let advised: RoboWorld;
beforeAll(async () => {
  [plain, advised] = await Promise.all([openRoboWorld(), openRoboWorld({ INVESTMENT_ADVISER_NUMBER: ADVISER })]);
});
afterAll(() => Promise.all([plain.close(), advised.close()]));

const countOf = async ({ api }: RoboWorld, table: 'robo_answers' | 'robo_note'): Promise<number> => {
  const { rows } = await sql<{ n: bigint }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(
    api.database.db.kysely,
  );
  return Number(rows[0]?.n);
};

describe('without the plan', () => {
  test('the questionnaire and the plans are shown, and answers are refused and not kept', async () => {
    const person = await plain.newcomer();
    const { data: shown } = await plain.api.send('roboProPlans', {}, plain.as(person));
    expect(shown).toMatchObject({ unlocked: false, outdated: false, past_list: [], sandbox: true });
    expect(shown.plans.map(({ kind, period }) => [kind, period])).toEqual([
      ['robo_pro', 'month'],
      ['robo_pro', 'year'],
    ]);
    expect(shown.questions.map(({ id }) => id)).toEqual(ROBO_QUESTIONS.map(({ id }) => id));
    // What an option does to the score is not told: nobody is led to an answer.
    expect(Object.keys(shown.questions[0]?.options[0] ?? {})).toEqual(['id', 'text']);
    const before = await countOf(plain, 'robo_answers');
    const asked = { answers: answersWith() };
    const { status, code } = await plain.api.send('saveRoboProQuestionnaire', asked, plain.as(person));
    expect([status, code]).toEqual([409, 'ROBO_PRO_NEEDED']);
    expect(await countOf(plain, 'robo_answers')).toBe(before);
  });

  test('that has ended, one sees when one answered and what it came to, and no more', async () => {
    const person = await plain.person();
    await plain.save(person);
    await sql`UPDATE subscription SET state = 'ended', end_reason = 'expired', ended_at = now()
      WHERE account_id = ${person.userId}`.execute(plain.api.database.db.kysely);
    const shown = await plain.read(person);
    expect([shown.unlocked, shown.last, shown.past_list.length]).toEqual([false, undefined, 1]);
    expect((await plain.save(person)).code).toBe('ROBO_PRO_NEEDED');
  });
});

describe('without an adviser’s registration', () => {
  test('answers come to a profile and to what suits it, by name; nothing is suggested and no note is kept', async () => {
    const person = await plain.person();
    const { status, data } = await plain.save(person);
    expect(status).toBe(200);
    const { result } = data;
    expect(result.profile).toMatchObject({ level: 4, name: 'Growing' });
    expect([result.mix, result.noteId]).toEqual([undefined, undefined]);
    const names = (rows: readonly { readonly name: string }[]): string[] => rows.map(({ name }) => name);
    const { basket_list: baskets, trick_list: tricks } = result.suits;
    expect(baskets.length).toBeGreaterThan(0);
    expect(tricks.length).toBeGreaterThan(0);
    expect(names(baskets)).toEqual(names(baskets).toSorted());
    expect(names(tricks)).toEqual(names(tricks).toSorted());
    expect([...baskets, ...tricks].filter(({ risk }) => risk === 'high')).toEqual([]);
    expect(JSON.stringify(result.suits)).not.toMatch(/return|pnl|percent/i);
    const shown = await plain.read(person);
    expect(shown.adviser).toBeUndefined();
    expect(shown.last).toEqual(result);
    expect(await countOf(plain, 'robo_note')).toBe(0);
  });

  test('nothing suits money that is needed within a year', async () => {
    const person = await plain.person();
    const { data } = await plain.save(person, answersWith({ horizon: 'under_1' }));
    expect(data.result.profile.name).toBe('Not yet');
    expect(data.result.suits).toEqual({ trick_list: [], basket_list: [] });
    expect(data.result.reasons[0]).toMatch(/^You need this money within a year/);
  });
});

test('a mix of a registration that has ended is not shown any more, and its note can still be read', async () => {
  const person = await plain.person();
  const body = {
    answers: [],
    score: 50,
    level: 3,
    reasons: [],
    mix: [{ percent: 100, reason: 'So.' }],
    reviewOn: '2027-01-05',
  };
  const { rows } = await sql<{ note: number }>`WITH note AS (
      INSERT INTO robo_note (account_id, registration_number, scoring_version, body, given_at)
      VALUES (${person.userId}, ${ADVISER}, 1, ${JSON.stringify(body)}, now()) RETURNING id)
    INSERT INTO robo_answers (account_id, scoring_version, answers, score, level, answered_at, review_on, robo_note_id)
    SELECT ${person.userId}, 1, ${JSON.stringify(answersWith())}::jsonb, 50, 3, now(), '2027-01-05', id FROM note
    RETURNING robo_note_id AS note`.execute(plain.api.database.db.kysely);
  const noteId = rows[0]?.note ?? 0;
  const { last } = await plain.read(person);
  expect([last?.noteId, last?.mix]).toEqual([noteId, undefined]);
  expect((await plain.api.send('roboProNote', { noteId }, plain.as(person))).status).toBe(200);
  await sql`DELETE FROM robo_answers WHERE account_id = ${person.userId}`.execute(plain.api.database.db.kysely);
  await sql`DELETE FROM robo_note WHERE account_id = ${person.userId}`.execute(plain.api.database.db.kysely);
});

describe('under an adviser’s registration', () => {
  test('a mix of baskets of the catalogue comes with a reason for each part, and its note is a PDF for its owner alone', async () => {
    const person = await advised.person();
    const { data } = await advised.save(person);
    const { mix = [], noteId = 0 } = data.result;
    expect((await advised.read(person)).adviser).toEqual({ registrationNumber: ADVISER });
    expect(mix.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
    expect(mix.map(({ name, percent }) => [name, percent])).toEqual([
      ['Whole Market Core', 45],
      ['All Weather', 35],
      ['Steady Ten', 20],
    ]);
    expect(mix.every(({ reason }) => reason.length > 20)).toBe(true);
    const [first] = mix;
    const basket = await advised.api.send('detailsBasket', { basketId: first?.basketId ?? 0 }, advised.as(person));
    expect(basket.data.basket_details.name).toBe(first?.name);
    const note = await advised.api.send('roboProNote', { noteId }, advised.as(person));
    expect(note.data.fileName).toBe(`suitability-note-${noteId}.pdf`);
    expect(Buffer.from(note.data.base64, 'base64').subarray(0, 5).toString('latin1')).toBe('%PDF-');
    const stranger = await advised.api.send('roboProNote', { noteId }, advised.as(await advised.person()));
    expect([stranger.status, stranger.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('a basket that cannot be bought leaves its part where it cannot fall', async () => {
    const person = await advised.person();
    const { kysely } = advised.api.database.db;
    await sql`UPDATE basket SET retired_at = now() WHERE catalogue_key = 'steady-ten'`.execute(kysely);
    try {
      const { data } = await advised.save(person);
      const kept = (data.result.mix ?? []).filter(({ basketId }) => basketId === undefined);
      expect(kept.map(({ percent }) => percent)).toEqual([20]);
    } finally {
      await sql`UPDATE basket SET retired_at = NULL WHERE catalogue_key = 'steady-ten'`.execute(kysely);
    }
  });

  test('what was suggested stays as it was given, whatever is answered later', async () => {
    const person = await advised.person();
    const first = await advised.save(person);
    const bodyOf = async () =>
      (
        await sql<{ body: unknown }>`SELECT body FROM robo_note WHERE id = ${first.data.result.noteId}`.execute(
          advised.api.database.db.kysely,
        )
      ).rows[0]?.body;
    const given = await bodyOf();
    const second = await advised.save(person, answersWith({ horizon: '1_3' }));
    expect(second.data.result.noteId).not.toBe(first.data.result.noteId);
    expect(await bodyOf()).toEqual(given);
    expect((await advised.read(person)).past_list.map(({ profile }) => profile.name)).toEqual(['Careful', 'Growing']);
  });

  test('a note outlives its account by five years and no longer, unless law asks for it', async () => {
    const person = await advised.person();
    const { data } = await advised.save(person);
    const { db } = advised.api.database;
    const isThere = async () =>
      (await sql`SELECT FROM robo_note WHERE id = ${data.result.noteId}`.execute(db.kysely)).rows.length === 1;
    const sixYears = advised.api.clock.now() + 6 * 366 * DAY_MS;
    await deletePastNotes(db.kysely, sixYears, 5);
    expect(await isThere()).toBe(true);
    await sql`UPDATE account SET erased_at = now(), erasure_done_at = now() WHERE id = ${person.userId}`.execute(
      db.kysely,
    );
    await sql`DELETE FROM robo_answers WHERE account_id = ${person.userId}`.execute(db.kysely);
    await deletePastNotes(db.kysely, advised.api.clock.now() + 4 * 366 * DAY_MS, 5);
    expect(await isThere()).toBe(true);
    await sql`INSERT INTO legal_hold (account_id, reason, set_at) VALUES (${person.userId}, 'A court.', now())`.execute(
      db.kysely,
    );
    await deletePastNotes(db.kysely, sixYears, 5);
    expect(await isThere()).toBe(true);
    await sql`UPDATE legal_hold SET lifted_at = now() WHERE account_id = ${person.userId}`.execute(db.kysely);
    await deletePastNotes(db.kysely, sixYears, 5);
    expect(await isThere()).toBe(false);
  });
});

describe('answers', () => {
  test('that contradict each other are refused in a sentence that names both, at both, and are not kept', async () => {
    const person = await plain.person();
    for (const { one, other, sentence } of ROBO_CONTRADICTIONS) {
      const answers = answersWith({ [one.questionId]: one.optionId, [other.questionId]: other.optionId });
      const { status, code, message, errors } = await plain.save(person, answers);
      expect([status, code]).toEqual([422, 'ANSWERS_CONTRADICT']);
      expect(errors.map((error) => error.message)).toContain(sentence);
      expect(errors.map((error) => error.message)).toContain(message);
      const placeOf = (id: string): string => `answers.${answers.findIndex(({ questionId }) => questionId === id)}`;
      const paths = errors.filter((error) => error.message === sentence).map(({ path }) => path);
      expect(paths).toEqual([placeOf(one.questionId), placeOf(other.questionId)]);
    }
    expect((await plain.read(person)).past_list).toEqual([]);
  });

  test('that are missing or unknown are named, and none is kept', async () => {
    const person = await plain.person();
    const missing = await plain.save(person, answersWith().slice(1));
    expect([missing.code, missing.errors.map(({ path }) => path)]).toEqual(['INVALID_INPUT', ['answers']]);
    const unknown = await plain.save(person, answersWith({ fall: 'panic' }));
    expect(unknown.errors.map(({ path }) => path)).toEqual(['answers.9']);
    expect((await plain.read(person)).past_list).toEqual([]);
  });

  test('are kept once a day where they are the same, however often they are sent at once', async () => {
    const person = await plain.person();
    const answers = await Promise.all([1, 2, 3].map(() => plain.save(person)));
    expect(new Set(answers.map(({ data }) => data.result.answersId)).size).toBe(1);
    await plain.save(person, answersWith({ fall: 'sell_some' }));
    await plain.save(person);
    expect((await plain.read(person)).past_list).toHaveLength(3);
  });

  test('are only added to', async () => {
    await plain.save(await plain.person());
    const { kysely } = plain.api.database.db;
    await expect(sql`UPDATE robo_answers SET score = 100`.execute(kysely)).rejects.toThrow('only added to');
    await advised.save(await advised.person());
    await expect(sql`UPDATE robo_note SET body = '{}'`.execute(advised.api.database.db.kysely)).rejects.toThrow(
      'only added to',
    );
  });

  test('are due for a review on the day that was said, and outdated once the questions have changed', async () => {
    const world = await openRoboWorld();
    try {
      const person = await world.person();
      const { data } = await world.save(person);
      expect([data.result.reviewOn, data.result.reviewDue]).toEqual(['2027-01-05', false]);
      world.api.clock.advance(365 * DAY_MS);
      const later = await signInAgain(world.api, person);
      expect((await world.read(later)).last?.reviewDue).toBe(true);
      await sql`INSERT INTO robo_answers (account_id, scoring_version, answers, score, level, answered_at, review_on)
        VALUES (${person.userId}, 999, '[]', 1, 1, now(), '2030-01-01')`.execute(world.api.database.db.kysely);
      const shown = await world.read(later);
      expect([shown.outdated, shown.last]).toEqual([true, undefined]);
    } finally {
      await world.close();
    }
  });
});

test('a review is told once to whoever has the plan, of their newest answers alone, on its day and no sooner', async () => {
  const world = await openRoboWorld();
  try {
    const { database, clock } = world.api;
    const people = [await world.person(), await world.person(), await world.person(), await world.person()] as const;
    const [due, again, without, outdated] = people;
    for (const person of people) await world.save(person);
    const { kysely } = database.db;
    await sql`UPDATE subscription SET ends_at = ends_at + interval '3 years'`.execute(kysely);
    await sql`UPDATE subscription SET state = 'ended', end_reason = 'expired', ended_at = now()
      WHERE account_id = ${without.userId}`.execute(kysely);
    await sql`INSERT INTO robo_answers (account_id, scoring_version, answers, score, level, answered_at, review_on)
      VALUES (${outdated.userId}, 999, '[]', 1, 1, now(), '2027-01-05')`.execute(kysely);
    const { isUnlocked } = roboPlans;
    const told = async (at: string): Promise<number[]> => {
      clock.advance(Date.parse(at) - clock.now());
      await tellReviews({ database: database.db, clock, isUnlocked });
      const { rows } = await sql<{ account_id: number }>`SELECT account_id FROM alert
        WHERE dedupe_key LIKE 'robo:%' AND link = '/robo-pro' AND category = 3 ORDER BY id`.execute(kysely);
      return rows.map((row) => row.account_id);
    };
    expect(await told('2027-01-04T23:59:00+05:30')).toEqual([]);
    // Whoever has answered again has another day.
    await world.save(await signInAgain(world.api, again));
    expect(await told('2027-01-05T00:01:00+05:30')).toEqual([due.userId]);
    expect(await told('2027-01-06T09:00:00+05:30')).toEqual([due.userId]);
  } finally {
    await world.close();
  }
});
