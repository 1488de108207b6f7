import {
  allCalls,
  type Call,
  COMMON_REFUSALS,
  OWN,
  REFUSALS,
  type RefusalCode,
  SIGNED_IN_REFUSALS,
  zFailure,
} from '@trickdesk/contract';
import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScriptedBroker } from '../features/broker-links/testing/scripted-broker.ts';
import { seedCatalogue } from '../features/strategies/index.ts';
import { printOfDatabase } from '../testing/database-print.ts';
import { addressOf, almostInputs, faultOf, toWireInput, type WireInput } from '../testing/inputs-of.ts';
import { makeOwned } from '../testing/owned-things.ts';
import { openTestApi, type Person, signUpOperator, type TestApi } from '../testing/test-api.ts';

/**
 * What holds for every call of the contract, asked of each of them: a call that is added is tested here before anybody
 * writes a test for it.
 */
const calls: readonly Call[] = Object.values(allCalls);
const named = calls.map((call) => [call.name, call] as const);
const signedIn = named.filter(([, call]) => call.access === 'signed_in');

let api: TestApi;
let owner: Person;
let stranger: Person;
let operator: Person;
/** What belongs to `owner`, by the name under which inputs ask for it. */
let owned: Readonly<Record<string, readonly number[]>>;

beforeAll(async () => {
  const broker = createScriptedBroker(() => 0);
  api = await openTestApi({}, { smartApi: broker.smartApi });
  await seedCatalogue(api.database.db, new Date(api.clock.now()));
  owner = await api.signUp('owner');
  stranger = await api.signUp('stranger');
  operator = await signUpOperator(api, 'operator');
  owned = await makeOwned(api, owner);
});
afterAll(() => api.close());

/** Somebody who may make a call. */
const callerOf = (call: Call): string => (call.needs === OWN ? stranger : operator).accessToken;
let fuzzers = 0;
function fuzzer({ needs }: Call): Promise<Person> {
  fuzzers += 1;
  return needs === OWN ? api.signUp(`fuzz${fuzzers}`) : signUpOperator(api, `fuzz${fuzzers}`);
}

function post(call: Call, input: WireInput, token: string | undefined) {
  return api.server.inject({
    method: 'POST',
    url: addressOf(call, input),
    payload: JSON.stringify(input.body),
    headers: {
      'content-type': 'application/json',
      token: 'web',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
}

function codesOf(call: Call): Set<RefusalCode> {
  return new Set([...COMMON_REFUSALS, ...(call.access === 'signed_in' ? SIGNED_IN_REFUSALS : []), ...call.refusals]);
}

/** The list of HTTP statuses that the contract promises; whoever adds one changes the contract first. */
const STATUSES = [400, 401, 403, 404, 409, 413, 422, 429, 500, 503];

test('no refusal has a status that the contract does not list', () => {
  const others = Object.entries(REFUSALS).filter(([, { status }]) => !STATUSES.includes(status));
  expect(others).toEqual([]);
});

test('every call of the contract is answered by a handler', () => {
  const bound = api.bindings.map((binding) => binding.call.name);
  expect(bound.toSorted()).toEqual(calls.map((call) => call.name).toSorted());
});

test.each(signedIn)('%s without a sign-in is a 401, whatever is sent', async (_, call) => {
  for (const body of [{}, { TricksId: 1 }, { extra: true }]) {
    const input = toWireInput(call, [
      ...(call.places.path ?? []).map((name) => [name, 1] as const),
      ...Object.entries(body),
    ]);
    for (const token of [undefined, 'not.a.token']) {
      const answer = await post(call, input, token);
      expect(answer.statusCode).toBe(401);
      expect(zFailure.parse(answer.json()).code).toBe('TOKEN_MISSING');
    }
  }
});

test.each(signedIn)('%s asked without any input answers by the contract', async (_, call) => {
  const path = (call.places.path ?? []).map((name) => [name, 1] as const);
  const answer = await post(call, toWireInput(call, path), callerOf(call));
  const input = toWireInput(call, path);
  if (faultOf(call, input) === undefined) {
    expect(answer.statusCode, answer.body).toBe(200);
    expect(call.output.safeParse(answer.json().data).error).toBeUndefined();
  } else {
    expect(zFailure.parse(answer.json()).code).toBe('INVALID_INPUT');
  }
});

const EMA_CROSS = {
  format: 1,
  instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
  interval: '5m',
  product: 'INTRADAY',
  direction: 'long',
  session: { entryFrom: '09:20', entryTo: '14:30', squareOff: '15:05', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'ema(close, 20) crosses above ema(close, 50)' },
  sizing: { method: 'fixed_quantity', quantity: 1 },
};

const NOBODYS = 2_000_000_000;

/** Right inputs of the calls that ask for something by its id, without the id; of a form for one id under its name too. */
const RIGHT_INPUTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  trickerdetails: {},
  toptenclone: {},
  trickdetails: {},
  starttrick: { idempotencyKey: 'surface' },
  stoptrick: {},
  sellTrick: { idempotencyKey: 'surface' },
  setSetting: { capitalPaise: 100_000_00 },
  golivecheck: { TricksId: 1 },
  testtolivetrick: { TricksId: 1, acknowledgeRisk: true, idempotencyKey: 'surface' },
  livetotesttrick: { idempotencyKey: 'surface' },
  enableDisableTrickBase: { baseId: 1, enabled: false },
  modifySLTrick: { TricksId: 1, positionId: 1, stopLoss: 100 },
  unlinkangelone: { password: 'a pony in the rain 7' },
  saleauthorisation: {},
  authorisesale: { isin: 'INE062A01020', quantity: 1 },
  mytrick: {},
  myTrickCalculation: {},
  'my-openposition': { type: 'Test' },
  tradehistory: { is_live: 0 },
  orderhistory: { is_live: 0 },
  usernotificationread: {},
  userlogTrade: {},
  previeworder: { symbol: 'SBIN', side: 'buy', product: 'DELIVERY', quantity: 1, price: 600 },
  placeorder: {
    ...{ symbol: 'SBIN', side: 'buy', product: 'DELIVERY', quantity: 1, price: 600 },
    idempotencyKey: 'surface',
  },
  modifyorder: { price: 600, idempotencyKey: 'surface' },
  cancelorder: { idempotencyKey: 'surface' },
  orderdetails: {},
  ownorderdetails: {},
  parityreport: {},
  replayday: {},
  replaybacktest: {},
  mytrickprofit: { type: 'Test' },
  explainfigure: { figure: 'trickTotal' },
  'explainfigure by myBasketId': { figure: 'basketPnl' },
  portfoliotax: { year: '2025-26' },
  portfoliooverview: { is_live: 0 },
  reconciliationreports: {},
  reconciliationreport: {},
  setAndStartBacktest: { from_date: '2026-01-05', to_date: '2026-01-06', capitalPaise: 10_000_000 },
  getUserBacktest: {},
  cancelbacktest: {},
  backtestTradeHistory: {},
  backtestCoverage: {},
  savetrick: { version: 1, name: 'Taken over', definition: EMA_CROSS, idempotencyKey: 'surface' },
  retiretrick: {},
  deletetrick: {},
  owntrick: {},
  submittrick: {
    ...{ TricksId: 1, version: 1, BacktestId: 1 },
    ...{ category: 'trend', risk: 'low', description: 'For a test.' },
  },
  withdrawtrick: {},
  trickpublications: {},
  cancelplan: {},
  paymentstatus: {},
  invoicepdf: {},
  detailsBasket: {},
  addBasket: { name: 'Copy' },
  deleteBasket: {},
  previewBasketFetch: { amountPaise: 10_000_000 },
  openBasket: { basketId: NOBODYS, amountPaise: 10_000_000, is_live: 0, idempotencyKey: 'surface' },
  addtobasket: { amountPaise: 10_000_000, idempotencyKey: 'surface' },
  mybasketdetails: {},
  rebalanceFetchbasket: { apply: true, idempotencyKey: 'surface' },
  closeBasket: { idempotencyKey: 'surface' },
  repairbasket: { verb: 'stop', idempotencyKey: 'surface' },
  fetchListHoldings: {},
  fetchSetSipStatus: { status: 'paused' },
  ticketdetails: {},
  replyticket: { message: 'For a test.', idempotencyKey: 'surface' },
  closeticket: {},
  reopenticket: {},
  roboProNote: {},
};

/** Ids of what belongs to nobody, or to everybody. */
const OPEN_IDS = new Set(['planId', 'wallet_id', 'notication_category_id', 'baseId']);
/** Asked about in tests of their own: a seal that opens for its owner alone, and a text that is no number. */
const OTHER_IDS = new Set(['requestId', 'sessionId']);

/** Names of all fields that an input may have, in any of its forms. */
function fieldsOf(input: (typeof calls)[number]['input']): string[] {
  const forms = 'options' in input ? (input.options as readonly object[]) : [input];
  return [...new Set(forms.flatMap((form) => Object.keys('shape' in form ? (form.shape as object) : {})))];
}

/** Every call of a person that asks for something by an id. */
const asking = calls
  .filter(({ needs }) => needs === OWN)
  .flatMap((call) =>
    fieldsOf(call.input)
      .filter((field) => /(Id|_id)$/.test(field) && !OPEN_IDS.has(field) && !OTHER_IDS.has(field))
      .map((field) => [call.name, field, call] as const),
  );

describe('what belongs to somebody else answers exactly like what does not exist', () => {
  test.each(asking)('%s by %s', async (name, field, call) => {
    const rest = RIGHT_INPUTS[`${name} by ${field}`] ?? RIGHT_INPUTS[name];
    if (!rest) throw new Error(`${name} asks by ${field}: give it a right input in RIGHT_INPUTS`);
    const ids = owned[field];
    if (!ids) throw new Error(`nothing with a ${field} belongs to the owner: make one in makeOwned`);
    const ask = (id: number) =>
      post(call, toWireInput(call, [...Object.entries(rest), [field, id]]), stranger.accessToken);
    const before = await printOfDatabase(api.database.db);
    for (const id of ids) {
      const [theirs, nobodys] = [await ask(id), await ask(NOBODYS)];
      if (call.refusals.includes('NOT_FOUND')) expect(theirs.statusCode, theirs.body).toBe(404);
      expect(withoutRequestId(theirs.json())).toEqual(withoutRequestId(nobodys.json()));
    }
    expect(await printOfDatabase(api.database.db)).toEqual(before);
  });
});

function withoutRequestId(body: Readonly<Record<string, unknown>>): object {
  const { requestId: _, ...rest } = body;
  return rest;
}

describe('bad input is a named refusal and changes nothing', () => {
  const runs = scaledCount('bad inputs for each call', 12);

  test.each(named)('%s', async (_, call) => {
    const before = await printOfDatabase(api.database.db);
    const codes = codesOf(call);
    await fc.assert(
      fc.asyncProperty(almostInputs(call), async (input) => {
        fc.pre(faultOf(call, input) !== undefined);
        const answer = await post(call, input, callerOf(call));
        expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400);
        expect(answer.statusCode, answer.body).toBeLessThan(500);
        const failure = zFailure.parse(answer.json());
        const code = failure.code as RefusalCode;
        expect(REFUSALS[code]?.status).toBe(answer.statusCode);
        // A path field that is empty or too long makes the address another one.
        if (code !== 'NOT_FOUND' || !call.places.path) expect([...codes]).toContain(code);
        if (code === 'INVALID_INPUT') expect(failure.errors?.length).toBeGreaterThan(0);
      }),
      { numRuns: runs },
    );
    expect(await printOfDatabase(api.database.db)).toEqual(before);
  });

  test.each(named)('%s names a field that it does not know', async (_, call) => {
    const path = (call.places.path ?? []).map((name) => [name, 1] as const);
    const answer = await post(call, toWireInput(call, [...path, ['somethingElse', 1]]), callerOf(call));
    expect(answer.statusCode, answer.body).toBe(422);
    expect(zFailure.parse(answer.json()).errors?.map((error) => error.path)).toContain('somethingElse');
  });

  test.each(named)('%s takes no number beyond all numbers, no broken JSON and no flood', async (_, call) => {
    const { path = [] } = call.places;
    const url = addressOf(
      call,
      toWireInput(
        call,
        path.map((name) => [name, 1] as const),
      ),
    );
    const before = await printOfDatabase(api.database.db);
    for (const [payload, statuses] of [
      ['{"TricksId":1e999,"pageNumber":-1e999,"somethingElse":1}', [422]],
      ['{"a":1,}', [400]],
      [`{"a":"${'x'.repeat((call.largestBodyBytes ?? 64 * 1_024) + 1)}"}`, [413]],
    ] as const) {
      const answer = await api.server.inject({
        method: 'POST',
        url,
        payload,
        headers: {
          'content-type': 'application/json',
          token: 'web',
          authorization: `Bearer ${callerOf(call)}`,
        },
      });
      expect(statuses, answer.body).toContain(answer.statusCode);
    }
    expect(await printOfDatabase(api.database.db)).toEqual(before);
  });
});

/** Everything that is not JSON by its own words, and what is no content type at all. */
const NO_JSON = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain;charset=UTF-8',
  'application/jsonp',
  'no type',
  '',
  undefined,
];

describe('a body of another content type is a 400 by the contract and changes nothing', () => {
  test.each(named)('%s', async (_, call) => {
    const url = addressOf(
      call,
      toWireInput(
        call,
        (call.places.path ?? []).map((name) => [name, 1] as const),
      ),
    );
    const before = await printOfDatabase(api.database.db);
    for (const type of NO_JSON) {
      const answer = await api.server.inject({
        method: 'POST',
        url,
        payload: Buffer.from('{"a":1}'),
        headers: {
          ...(type === undefined ? {} : { 'content-type': type }),
          token: 'web',
          authorization: `Bearer ${callerOf(call)}`,
        },
      });
      const { code, message } = zFailure.parse(answer.json());
      expect([answer.statusCode, code, message.includes('application/json')], `${type}`).toEqual([
        400,
        'WRONG_CONTENT_TYPE',
        true,
      ]);
    }
    expect(await printOfDatabase(api.database.db)).toEqual(before);
  });
});

describe('what a schema lets through is answered as the contract says, never by a 500', () => {
  const runs = scaledCount('almost right inputs for each call', 12);

  test.each(named)('%s', async (_, call) => {
    const person = call.access === 'signed_in' ? await fuzzer(call) : undefined;
    const codes = codesOf(call);
    await fc.assert(
      fc.asyncProperty(almostInputs(call), async (input) => {
        const answer = await post(call, input, person?.accessToken);
        if (answer.statusCode === 200) return;
        const code = zFailure.parse(answer.json()).code as RefusalCode;
        if (code === 'NOT_FOUND' && call.places.path) return;
        expect([...codes], answer.body).toContain(code);
        expect(code).not.toBe('INTERNAL');
      }),
      { numRuns: runs },
    );
  });
});
