import { allCalls, type Call, OWN, zFailure } from '@trickdesk/contract';
import { OPERATOR_SUBJECTS } from '@trickdesk/domain';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LivePeople } from '../features/deployments/testing/live-people.ts';
import { insertInstrument } from '../features/deployments/testing/world.ts';
import { putClock, putLastPrices } from '../features/market-data/store.ts';
import { LIST_OF_2027 } from '../features/market-data/testing/list-of-2027.ts';
import { insertSubmission } from '../features/publications/testing/insert-submission.ts';
import { boughtBy, invitedBy } from '../features/team/testing/people.ts';
import { type Cashier, createCashier } from '../features/withdrawals/testing/cashier.ts';
import { printOfDatabase } from '../testing/database-print.ts';
import { type Person, signInAgain, signUpOperator, type TestApi } from '../testing/test-api.ts';

/** Every call that needs more than a sign-in, asked of each of them: one that is added is tested here at once. */
const calls: readonly Call[] = Object.values(allCalls);
const operators = calls.filter(({ needs }) => needs !== OWN).map((call) => [call.name, call] as const);
/** Sign-in shows its code in a test of its own, and the broker's code is another one. */
const OTHER_CODES = new Set(['login', 'linkangelone']);
const guarded = calls.filter(
  ({ name, input }) => !OTHER_CODES.has(name) && 'shape' in input && 'totp' in (input.shape as object),
);

let people: LivePeople;
let api: TestApi;
let cashier: Cashier;
beforeAll(async () => {
  people = await LivePeople.open();
  api = people.api;
  cashier = createCashier(api);
});
afterAll(() => api.close());

const print = () => printOfDatabase(api.database.db);
const post = ({ path }: Call, person: Person, payload: object) =>
  api.server.inject({
    ...{ method: 'POST', url: path, payload },
    headers: { authorization: `Bearer ${person.accessToken}`, token: 'web' },
  });

let made = 0;
async function personWho(abilities: readonly { readonly action: string; readonly subject: string }[]) {
  made += 1;
  const person = await api.signUp(`able${made}`);
  const all = JSON.stringify([{ action: 'manage', subject: 'Own' }, ...abilities]);
  await sql`UPDATE account SET ability = ${all} WHERE id = ${person.userId}`.execute(api.database.db.kysely);
  return signInAgain(api, person);
}

describe('a call of operators is refused without the very ability that it names, and changes nothing', () => {
  test.each(operators)('%s', async (_, call) => {
    const { action, subject } = call.needs;
    const others = OPERATOR_SUBJECTS.filter((other) => other !== subject).map((other) => ({
      ...{ action: 'manage', subject: other },
    }));
    const lacking = [
      await personWho([]),
      await personWho(others),
      ...(action === 'read' ? [] : [await personWho([...others, { action: 'read', subject }])]),
    ];
    const before = await print();
    for (const person of lacking) {
      // Before its body is looked at: what would be right and what would not are the same.
      for (const payload of [{}, { withdrawalId: 1, password: person.password }, { something: 'else' }]) {
        const answer = await post(call, person, payload);
        expect([answer.statusCode, zFailure.parse(answer.json()).code]).toEqual([403, 'NOT_ALLOWED']);
      }
    }
    expect(await print()).toEqual(before);
    const able = await personWho([call.needs]);
    expect((await post(call, able, {})).statusCode).not.toBe(403);
  });

  test('all of them are under the operators’ path, and no other call is', () => {
    const paths = calls.filter(({ path }) => path.startsWith('/adminapi/')).map(({ name }) => name);
    expect(paths.toSorted()).toEqual(operators.map(([name]) => name).toSorted());
    expect(paths.every((name) => name.startsWith('ops'))).toBe(true);
  });
});

interface Deed {
  readonly person: Person;
  readonly input: object;
}

/** Somebody who lacks nothing for a call, and what they would send. */
const DEEDS: Readonly<Record<string, () => Promise<Deed>>> = {
  updatebankdetails: async () => {
    const person = await cashier.known.verified();
    const numbers = { accountNumber: '123456780000', confirmAccountNumber: '123456780000' };
    const bank = { ...numbers, ifsc: 'HDFC0001234', holderName: 'Asha Rao' };
    return { person, input: { ...bank, password: person.password } };
  },
  testtolivetrick: async () => {
    const person = await people.signUp('guarded');
    const { TricksId } = await people.ready(person);
    return { person, input: { TricksId, acknowledgeRisk: true, idempotencyKey: people.key() } };
  },
  withdrawalPayment: async () => {
    const person = await cashier.rich();
    const idempotencyKey = cashier.freshKey();
    return { person, input: { amountPaise: 500_00, wallet_id: 2, password: person.password, idempotencyKey } };
  },
  exportmydata: () => alone('copied'),
  deleteaccount: () => alone('leaving'),
  opsapprovewithdrawal: () => deciding({}),
  opsdecidereward: async () => {
    made += 1;
    const person = await signUpOperator(api, `guard${made}`);
    const input = { rewardId: await withheldReward(), verdict: 'pay', password: person.password };
    return { person, input };
  },
  opsrefundinvoice: async () => {
    made += 1;
    const person = await signUpOperator(api, `guard${made}`);
    const buyerId = await invitedBy(api.database.db, null);
    const invoiceId = await boughtBy(api.database.db, buyerId, new Date(api.clock.now()));
    return { person, input: { invoiceId, target: 'wallet', reason: 'For a test.', password: person.password } };
  },
  opssettlepayment: async () => {
    made += 1;
    const person = await signUpOperator(api, `guard${made}`);
    const buyerId = await invitedBy(api.database.db, null);
    const { rows } = await sql<{ id: number }>`INSERT INTO payment (account_id, plan_id, amount_paise, credit_paise,
        renews_from_wallet, state, out_of_step, idempotency_key, created_at)
      SELECT ${buyerId}, min(id), 100, 0, false, 'open', 'For a test.', 'guarded', now() FROM plan
      RETURNING id`.execute(api.database.db.kysely);
    return { person, input: { paymentId: rows[0]?.id, password: person.password } };
  },
  opschangeplan: async () => {
    made += 1;
    const person = await signUpOperator(api, `guard${made}`);
    const { data } = await api.send('opsplans', {}, { token: person.accessToken });
    const plan = data.plan_list.find(({ mayChange }) => mayChange);
    const { planId, changedAt, rewardPaise } = plan ?? { planId: 0, changedAt: '', rewardPaise: 0 };
    const change = { planId, pricePaise: 999_00, rewardPaise, onSale: true, changedAt };
    return { person, input: { ...change, password: person.password } };
  },
  opspublishresearch: async () => {
    made += 1;
    const person = await signUpOperator(api, `guard${made}`);
    return { person, input: { ...(await drawnCall()), password: person.password, idempotencyKey: 'guarded' } };
  },
  opswithdrawresearch: async () => {
    made += 1;
    const person = await signUpOperator(api, `guard${made}`);
    const draft = { ...(await drawnCall()), password: person.password, idempotencyKey: 'guarded' };
    const { data } = await api.send('opspublishresearch', draft, { token: person.accessToken });
    const { researchId } = data.call;
    return { person, input: { researchId, reason: 'For a test.', password: person.password } };
  },
  opspublishtrick: async () => {
    made += 1;
    const person = await signUpOperator(api, `guard${made}`);
    return { person, input: { publicationId: await submitted(), password: person.password } };
  },
  opsretiretrick: async () => {
    made += 1;
    const person = await signUpOperator(api, `guard${made}`);
    const token = person.accessToken;
    const publicationId = await submitted();
    await api.send('opspublishtrick', { publicationId, password: person.password }, { token });
    return { person, input: { publicationId, reason: 'For a test.', password: person.password } };
  },
  opsholdbasket: async () => {
    made += 1;
    const person = await signUpOperator(api, `guard${made}`);
    return { person, input: { basketId: await offeredBasket(), reason: 'For a test.', password: person.password } };
  },
  opsofferbasket: async () => {
    made += 1;
    const person = await signUpOperator(api, `guard${made}`);
    const deed = { basketId: await offeredBasket(), reason: 'For a test.', password: person.password };
    await api.send('opsholdbasket', deed, { token: person.accessToken });
    return { person, input: deed };
  },
  opshalttrick: async () => {
    made += 1;
    const person = await signUpOperator(api, `guard${made}`);
    const owner = await people.signUp('halted');
    const TricksId = await people.clone(owner);
    await api.send('starttrick', { TricksId, idempotencyKey: people.key() }, { token: owner.accessToken });
    return { person, input: { TricksId, reason: 'For a test.', password: person.password } };
  },
  opsaccountswitch: async () => {
    made += 1;
    const person = await signUpOperator(api, `guard${made}`);
    const { userId } = await people.signUp('switched');
    return { person, input: { userId, on: true, reason: 'For a test.', password: person.password } };
  },
  opsproductswitch: async () => {
    made += 1;
    const person = await signUpOperator(api, `guard${made}`);
    return { person, input: { on: true, reason: 'For a test.', password: person.password } };
  },
  opsentercalendar: async () => {
    made += 1;
    const person = await signUpOperator(api, `guard${made}`);
    return { person, input: { year: 2027, lines: LIST_OF_2027, password: person.password } };
  },
  setSetting: () => agreedTo({ capitalPaise: 5_00_000_00 }, {}),
  starttrick: async () => {
    const { person, input } = await agreedTo({}, { capital_paise: 5_00_000_00n });
    return { person, input: { ...input, idempotencyKey: people.key() } };
  },
  opsrejectwithdrawal: () => deciding({ reason: 'The name does not fit.' }),
  opsclearwithdrawal: async () => {
    const deed = await deciding({ reason: 'The bank sent it back.' });
    await sql`UPDATE withdrawal SET out_of_step = 'For a test.'
      WHERE id = (SELECT max(id) FROM withdrawal)`.execute(api.database.db.kysely);
    return deed;
  },
};

/** A live trick that is stopped, what shall be different of it, and its owner's word to the contract as it is then. */
async function agreedTo(settings: { readonly capitalPaise?: number }, columns: { readonly capital_paise?: bigint }) {
  const owner = await people.signUp('agreed');
  const { TricksId } = await people.ready(owner);
  expect((await people.goLive(TricksId, owner)).status).toBe(200);
  const stopped = { status: 'stopped', phase: 'idle', ...columns } as const;
  await api.database.db.kysely.updateTable('deployment').set(stopped).where('id', '=', TricksId).execute();
  const { data } = await api.send('golivecheck', { TricksId, settings }, { token: owner.accessToken });
  return { person: owner, input: { TricksId, ...settings, acknowledgedContract: data.contractHash } };
}

/** A basket of the catalogue that nobody holds back. */
async function offeredBasket(): Promise<number> {
  made += 1;
  const { id } = await api.database.db.kysely
    .insertInto('basket')
    .values({
      ...{ catalogue_key: `guarded-${made}`, name: 'Guarded', summary: '', description: '', benchmark: 'NIFTY' },
      ...{ theme: 'index' as const, risk: 'low' as const, review_months: 3, created_at: new Date(api.clock.now()) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A call that lacks nothing, of a share whose price is known. */
async function drawnCall() {
  const { db } = api.database;
  const { dataset, calendar } = api.services.marketData;
  await insertInstrument(db, 'SBIN');
  const { id } = await db.kysely
    .selectFrom('instrument')
    .select('id')
    .where('symbol', '=', 'SBIN')
    .executeTakeFirstOrThrow();
  const at = api.clock.now();
  const day = { openPaise: 600_00, highPaise: 600_00, lowPaise: 600_00, previousClosePaise: 600_00 };
  await putLastPrices(db.kysely, dataset, [{ instrumentId: id, pricePaise: 600_00, ...day, volume: 1, at }]);
  await putClock(db.kysely, dataset, { exchangeAt: at, seenAt: at, speed: 1, feed: 'live' });
  return {
    ...{ symbol: 'SBIN', side: 'buy' as const, entryPrice: 600, stopPrice: 594, targets: [606] },
    ...{ rationale: 'For a test.', holdsInterest: false, usesAi: false },
    validUntil: calendar.nextSession(at)?.date ?? '',
  };
}

/** A trick of somebody else that waits for the catalogue. @returns the number of its submission */
async function submitted(): Promise<number> {
  made += 1;
  const owner = await api.signUp(`maker${made}`);
  return insertSubmission(api, owner);
}

/** @returns its number */
async function withheldReward(): Promise<number> {
  const { kysely } = api.database.db;
  const at = new Date(api.clock.now());
  const referrerId = await invitedBy(api.database.db, null);
  const invitedId = await invitedBy(api.database.db, referrerId);
  const invoiceId = await boughtBy(api.database.db, invitedId, at);
  const reward = { account_id: referrerId, referred_id: invitedId, invoice_id: invoiceId, kind: 'plan' } as const;
  const row = await kysely
    .insertInto('reward')
    .values({
      ...reward,
      ...{
        state: 'withheld',
        withheld_because: 'For a test.',
        gross_paise: 50_00n,
        tds_paise: 0n,
        tax_year: '2526',
        at,
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function alone(name: string): Promise<Deed> {
  const person = await people.signUp(name);
  return { person, input: { password: person.password } };
}

async function deciding(more: object): Promise<Deed> {
  made += 1;
  const person = await signUpOperator(api, `guard${made}`);
  const { withdrawalId } = (await cashier.withdraw(await cashier.rich(), 500_00)).data.withdrawal;
  return { person, input: { ...more, withdrawalId, password: person.password } };
}

describe('whoever has a second factor shows it: without it, or with a wrong one, nothing happens', () => {
  test('each call that takes a code is tested here', () => {
    expect(guarded.map(({ name }) => name).toSorted()).toEqual(Object.keys(DEEDS).toSorted());
  });

  test.each(guarded.map((call) => [call.name, call] as const))('%s', async (name, call) => {
    const deed = await DEEDS[name]?.();
    if (!deed) throw new Error(`${name} takes a code: give it a deed in DEEDS`);
    const { person, input } = deed;
    const token = person.accessToken;
    const { data } = await api.send('enabletwofactor', { password: person.password }, { token });
    const totp = new TOTP({ secret: Secret.fromBase32(data.secret) });
    const codeNow = () => totp.generate({ timestamp: api.clock.now() });
    await api.send('confirmtwofactor', { code: codeNow() }, { token });
    await api.clock.advance(30_000);
    const wrong = String((Number(codeNow()) + 7) % 1_000_000).padStart(6, '0');
    const withoutCounters = async () => {
      const { attempt_counter: _, ...rest } = await print();
      return rest;
    };
    const before = await withoutCounters();
    const without = await post(call, person, input);
    expect([without.statusCode, zFailure.parse(without.json()).code]).toEqual([401, 'TOTP_REQUIRED']);
    const mistaken = await post(call, person, { ...input, totp: wrong });
    expect([mistaken.statusCode, zFailure.parse(mistaken.json()).code]).toEqual([401, 'TOTP_WRONG']);
    expect(await withoutCounters()).toEqual(before);
    expect((await post(call, person, { ...input, totp: codeNow() })).statusCode).toBe(200);
  });
});
