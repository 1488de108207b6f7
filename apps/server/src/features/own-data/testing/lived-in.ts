import { createECDH, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { PASSWORD, type Person, signUpOperator, type TestApi } from '../../../testing/test-api.ts';
import { packTrades } from '../../backtests/trade-rows.ts';
import { recordTrade } from '../../deployments/testing/trades.ts';
import { AADHAAR } from '../../kyc/testing/known-people.ts';
import { postTransfer } from '../../ledger/index.ts';
import { openSupport } from '../../tickets/testing/desk-world.ts';
import { attached, pngFile } from '../../tickets/testing/files.ts';

/** What is written nowhere else: whoever finds one of these has found the person. */
export interface Marks {
  readonly fullName: string;
  readonly username: string;
  readonly email: string;
  readonly mobile: string;
  readonly street: string;
  readonly pan: string;
  readonly bankNumber: string;
  readonly clientCode: string;
  readonly trickName: string;
  readonly device: string;
  /** In what was asked of support, and in a file that went with it. */
  readonly ticket: string;
}

export function marksOf(word: string, digit: number): Marks {
  const name = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  return {
    ...{ fullName: `${name} Quillfeather`, username: `${word}.desk`, email: `${word}@letters.test` },
    mobile: `98${String(digit).repeat(8)}`,
    street: `${name} Lane 77`,
    // Four digits that the sandbox verifies.
    pan: `Q${word.slice(0, 1).toUpperCase()}XP${word.slice(1, 2).toUpperCase()}1234K`,
    bankNumber: `${String(digit).repeat(4)}56780000`,
    clientCode: `S${String(digit).repeat(6)}`,
    trickName: `Secret of ${name}`,
    device: `${name}Phone/9`,
    ticket: `Quarrel of ${name}`,
  };
}

const DEFINITION = {
  format: 1 as const,
  instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
  interval: '5m' as const,
  product: 'INTRADAY' as const,
  direction: 'long' as const,
  session: { entryFrom: '09:20', entryTo: '14:30', squareOff: '15:05', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'ema(close,fast)crosses above ema(close, 50)' },
  risk: { stopLoss: { kind: 'percent' as const, percent: 1 } },
  sizing: { method: 'capital_share' as const, percent: 20 },
  parameters: { fast: { default: 20, min: 5, max: 50, step: 1 } },
};

export interface LivedIn extends Person {
  readonly marks: Marks;
  readonly liveTrick: number;
  readonly testTrick: number;
  readonly linkId: number;
}

/** Somebody who has used everything: through the calls where there is one, as rows where only a market would write them. */
export async function liveIn(api: TestApi, marks: Marks): Promise<LivedIn> {
  const person = await arrive(api, marks);
  const token = person.accessToken;
  const must = async <T extends { readonly status: number; readonly message: string }>(
    answer: Promise<T>,
  ): Promise<T> => {
    const got = await answer;
    if (got.status !== 200) throw new Error(`${marks.username}: ${got.message}`);
    return got;
  };
  await becomeKnown(api, person, marks);
  await must(
    api.send(
      'login',
      { email: marks.email, password: PASSWORD, tokenTransport: 'body' },
      { headers: { 'user-agent': marks.device }, address: '203.0.113.77' },
    ),
  );
  await must(api.send('forgot-password', { email: marks.email }));
  const link = { clientCode: marks.clientCode, apiKey: 'sim-api-key', pin: '1234', totp: '123456' };
  const linked = await must(api.send('linkangelone', link, { token }));
  const linkId = linked.data.broker_angelone_details.brokerId;
  await must(api.send('setrisksettings', { maxTradesPerDay: 7 } as never, { token }));
  const { data: catalogue } = await api.send('hometrickers', {}, { token });
  const fromCatalogue = catalogue.trick_list[0]?.TricksId ?? 0;
  const saving = { name: marks.trickName, definition: DEFINITION, idempotencyKey: `save-${marks.username}` };
  const own = await must(api.send('savetrick', saving as never, { token }));
  const clone = (TricksId: number) => must(api.send('toptenclone', { TricksId }, { token }));
  const testTrick = (await clone(own.data.TricksId)).data.TricksId;
  const liveTrick = (await clone(fromCatalogue)).data.TricksId;
  await trade(api, { person, testTrick, liveTrick, linkId });
  await backtest(api, person, fromCatalogue);
  await buyFromWallet(api, person);
  await askSupport(api, person, marks);
  await answerRobo(api, person);
  await beTold(api, person);
  return { ...person, marks, liveTrick, testTrick, linkId };
}

/** By mail, and in a browser. */
async function beTold(api: TestApi, { accessToken: token }: Person): Promise<void> {
  const byMail = { notication_category_id: 1, channel: 'email', isOn: true } as const;
  await api.send('notificationpreferences', { changes: [byMail] }, { token });
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const subscribed = await api.send(
    'subscribewebpush',
    {
      endpoint: `https://fcm.googleapis.com/fcm/send/${token.slice(-40)}`,
      p256dh: keys.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
    { token },
  );
  if (subscribed.status !== 200) throw new Error(subscribed.message);
}

async function arrive(api: TestApi, marks: Marks): Promise<Person> {
  const { fullName, email, username, mobile } = marks;
  const { data, message } = await api.send('register', {
    ...{ fullName, email, username, mobile, password: PASSWORD, acceptTerms: true, tokenTransport: 'body' },
  });
  if (!data) throw new Error(message);
  const { userData, accessToken, refreshToken = '' } = data;
  return { userId: userData.userId, username, password: PASSWORD, accessToken, refreshToken };
}

async function becomeKnown(api: TestApi, { accessToken: token }: Person, marks: Marks): Promise<void> {
  const address = { line1: marks.street, line2: '', city: 'Pune', state: 'Maharashtra', pincode: '411001' } as const;
  await api.send('updatepersonaldetails', { address, gender: 'female' }, { token });
  const { data } = await api.send('sendAdharOTP', { aadhaarNumber: AADHAAR, consent: true }, { token });
  await api.send('validateAdharOTP', { requestId: data.response.requestId, otp: '123456' }, { token });
  const pan = await api.send(
    'verifyPan',
    { pan: marks.pan, name: marks.fullName, dateOfBirth: '1990-05-04' },
    { token },
  );
  if (pan.data?.status !== 'verified') throw new Error(pan.message);
  const accountNumber = marks.bankNumber;
  const bank = { accountNumber, confirmAccountNumber: accountNumber, ifsc: 'HDFC0001234', holderName: marks.fullName };
  const set = await api.send('updatebankdetails', { ...bank, password: PASSWORD }, { token });
  if (set.status !== 200) throw new Error(`${set.message} ${JSON.stringify(set.errors)}`);
}

interface Trading {
  readonly person: Person;
  readonly testTrick: number;
  readonly liveTrick: number;
  readonly linkId: number;
}

/** Trades as the runners write them, and what a broker leaves beside a live one. */
async function trade(api: TestApi, { person, testTrick, liveTrick, linkId }: Trading): Promise<void> {
  const { db } = api.database;
  const now = api.clock.now();
  const facts = { accountId: person.userId, runNumber: 1, symbol: 'SBIN', direction: 'long', quantity: 5 } as const;
  const prices = { entryAt: now, entryPaise: 60_000, entryChargesPaise: 500 } as const;
  const exit = { at: now + 60_000, pricePaise: 60_500, chargesPaise: 500 };
  await recordTrade(db, { ...facts, ...prices, deploymentId: testTrick, intentId: 1, exit });
  await recordTrade(db, { ...facts, ...prices, deploymentId: liveTrick, intentId: 1, exit, mode: 'live' });
  const account = person.userId;
  await sql`INSERT INTO decision (deployment_id, run_number, sequence, at, symbol, action, sentence, strategy_version_id, body)
    SELECT id, 1, 1, now(), 'SBIN', 'buy', 'It was time.', strategy_version_id, '{}' FROM deployment
    WHERE account_id = ${account}`.execute(db.kysely);
  await sql`INSERT INTO trade_activity (account_id, deployment_id, mode, kind, symbol, sentence, exchange_at, at)
    SELECT ${account}, id, CASE WHEN id = ${liveTrick} THEN 'live' ELSE 'paper' END, 'fill', 'SBIN', 'Bought.', now(), now()
    FROM deployment WHERE account_id = ${account}`.execute(db.kysely);
  await sql`WITH placed AS (
      INSERT INTO broker_order (account_id, broker_link_id, deployment_id, run_number, role, exchange, symbol, token,
        trading_symbol, side, product, kind, placed_kind, quantity, price_paise, state, filled_quantity, decided_at,
        exchange_at, day, updated_at)
      VALUES (${account}, ${linkId}, ${liveTrick}, 1, 'entry', 'NSE', 'SBIN', '3045', 'SBIN-EQ', 'buy', 'intraday',
        'limit', 'limit', 5, 60000, 'filled', 5, now(), now(), '2026-01-02', now()) RETURNING id)
    INSERT INTO broker_order_event (broker_order_id, what, state, exchange_at, at)
    SELECT id, 'update', 'filled', now(), now() FROM placed`.execute(db.kysely);
  await sql`INSERT INTO live_acknowledgement (account_id, deployment_id, broker_link_id, strategy_version_id, version_hash,
      algo_id, contract, at)
    SELECT ${account}, id, ${linkId}, strategy_version_id, 'hash', 'ALGO1', '{}', now() FROM deployment
    WHERE id = ${liveTrick}`.execute(db.kysely);
}

async function backtest(api: TestApi, { userId }: Person, strategyId: number): Promise<void> {
  const { kysely } = api.database.db;
  const { rows } = await sql<{ id: number }>`INSERT INTO backtest (account_id, tricks_id, name, strategy_version_id,
      definition, version_hash, dataset, from_date, to_date, capital_paise, costs, slippage_bps, status, report, created_at)
    SELECT ${userId}, ${strategyId}, 'Own', id, definition, 'hash', 'simulator:synthetic:1', '2026-01-05', '2026-01-06',
      10000000, true, 2, 'done', '{"a": 1}', now()
    FROM strategy_version WHERE strategy_id = ${strategyId} LIMIT 1 RETURNING id`.execute(kysely);
  const at = api.clock.now();
  const trades = packTrades([['SBIN', 'long', 3, at, 60_000, at + 1, 60_100, 'target', 25, 275, 'It was time.']]);
  for (const [part, bytes] of trades.entries()) {
    const values = { backtest_id: rows[0]?.id ?? 0, part, bytes: Buffer.from(bytes) };
    await kysely.insertInto('backtest_trades').values(values).execute();
  }
}

/** A plan from money that came back of a payment: it leaves nothing in the wallet. */
async function buyFromWallet(api: TestApi, { userId, accessToken, username }: Person): Promise<void> {
  const { db } = api.database;
  const plan = await db.kysely
    .selectFrom('plan')
    .select(['id', 'price_paise'])
    .where('slug', '=', 'trade-month')
    .executeTakeFirstOrThrow();
  await giveMoney(api, userId, plan.price_paise);
  const bought = await api.send(
    'tradeactivation',
    { planId: plan.id, payWith: 'wallet', idempotencyKey: `plan-${username}` },
    { token: accessToken },
  );
  if (bought.status !== 200) throw new Error(`${bought.message} ${JSON.stringify(bought.errors)}`);
}

/** A ticket with words, a file and an order, an answer of support, and the answer to it. */
async function askSupport(api: TestApi, person: Person, { ticket: word, username }: Marks): Promise<void> {
  const world = await openSupport(api);
  const { id } = await api.database.db.kysely
    .selectFrom('trade_order')
    .select('id')
    .where('account_id', '=', person.userId)
    .where('mode', '=', 'paper')
    .executeTakeFirstOrThrow();
  const asked = await world.ask(person, {
    ...{ subject: word, message: `${word}: why?`, about: { kind: 'order', id }, idempotencyKey: `ask-${username}` },
    attachments: [attached(`${word}.png`, pngFile(word))],
  });
  if (asked.status !== 200) throw new Error(asked.message);
  const { ticketId } = asked.data.ticket;
  const operator = await signUpOperator(api, `support${person.userId}`);
  await world.answer(operator, ticketId, `About your ${word}: it was time.`);
  await world.write(person, ticketId, `The ${word} is settled.`);
}

/** Answers to ROBO Pro, and the note of what was suggested on them. */
async function answerRobo(api: TestApi, { userId }: Person): Promise<void> {
  const body = { answers: [], score: 50, level: 3, reasons: [], mix: [], reviewOn: '2027-01-05' };
  await sql`WITH note AS (
      INSERT INTO robo_note (account_id, registration_number, scoring_version, body, given_at)
      VALUES (${userId}, 'INA000000001', 1, ${JSON.stringify(body)}, now()) RETURNING id)
    INSERT INTO robo_answers (account_id, scoring_version, answers, score, level, answered_at, review_on, robo_note_id)
    SELECT ${userId}, 1, '[{"questionId": "aim", "optionId": "grow"}]', 50, 3, now(), '2027-01-05', id FROM note`.execute(
    api.database.db.kysely,
  );
}

export async function giveMoney(api: TestApi, ownerId: number, amountPaise: bigint): Promise<void> {
  const key = `gift-${ownerId}-${api.foundation.ids.uuid()}`;
  const transfer = { cause: 'payment', causeId: key, idempotencyKey: key, sentence: 'Came back.' } as const;
  await api.database.db.transaction((tx) =>
    postTransfer(
      tx,
      {
        ...transfer,
        postings: [
          { account: { ownerId, name: 'main' }, amountPaise },
          { account: { ownerId: null, name: 'gateway_clearing' }, amountPaise: -amountPaise },
        ],
      },
      new Date(api.clock.now()),
    ),
  );
}
