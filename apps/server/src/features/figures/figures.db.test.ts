import { FIGURES } from '@trickdesk/contract';
import { DAY_MS, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApi, type Person, signInAgain, type TestApi } from '../../testing/test-api.ts';
import { type MarketOfFive, openMarketOfFive } from '../baskets/testing/market-of-five.ts';
import { recordTrade } from '../deployments/testing/trades.ts';
import { change, insertTrick } from '../readiness/testing/board-rows.ts';
import { insertLink } from '../risk/testing/desk-facts.ts';
import { seedCatalogue } from '../strategies/index.ts';
import { type Cashier, createCashier } from '../withdrawals/testing/cashier.ts';
import { walkAll } from './testing/walk.ts';

const NOW = indiaMoment('2026-01-05', 570);
let api: TestApi;
let market: MarketOfFive;
let cashier: Cashier;
let asha: Person;
let keys = 0;
const key = (): string => `figures-key-${++keys}`;

beforeAll(async () => {
  api = await openTestApi();
  await seedCatalogue(api.database.db, new Date(api.clock.now()));
  market = await openMarketOfFive(api);
  cashier = createCashier(api);
  asha = await cashier.rich(4_321_50n);
});
afterAll(() => api.close());
// A sign-in lasts minutes.
beforeEach(async () => {
  asha = await signInAgain(api, asha);
});

const as = ({ accessToken }: Person) => ({ token: accessToken });

interface Trick {
  readonly accountId: number;
  readonly id: number;
  readonly mode: 'paper' | 'live';
}

async function trick(
  accountId: number,
  mode: 'paper' | 'live',
  more: Parameters<typeof change>[2] = {},
): Promise<Trick> {
  const linkId = await insertLink(api.database.db, accountId);
  const id = await insertTrick(api, { accountId, linkId, mode });
  await change(api, id, { capital_paise: BigInt(1_00_000_00 + id * 1_01), ...more });
  return { accountId, id, mode };
}

interface Deal {
  readonly symbol: 'SBIN' | 'INFY' | 'TCS' | 'ITC';
  readonly direction: 'long' | 'short';
  readonly quantity: number;
  readonly entryPaise: number;
  readonly exitPaise: number;
  readonly entryChargesPaise: number;
  readonly exitChargesPaise: number;
  /** Exchange days before today. */
  readonly daysAgo: number;
}

async function deal(of: Trick, intent: number, made: Deal & { readonly isOpen?: boolean }): Promise<void> {
  const { symbol, direction, quantity, entryPaise, exitPaise, entryChargesPaise, exitChargesPaise, daysAgo } = made;
  const entryAt = NOW - daysAgo * DAY_MS + intent * 1_000;
  await recordTrade(api.database.db, {
    ...{ accountId: of.accountId, deploymentId: of.id, runNumber: 1, mode: of.mode, intentId: 2 * intent + 1 },
    ...{ symbol, direction, quantity, entryAt, entryPaise, entryChargesPaise },
    ...(made.isOpen
      ? {}
      : { exit: { at: entryAt + MINUTE_MS, pricePaise: exitPaise, chargesPaise: exitChargesPaise } }),
  });
}

const DEAL: Deal = {
  ...{ symbol: 'SBIN', direction: 'long', quantity: 10, entryPaise: 800_00, exitPaise: 805_05 },
  ...{ entryChargesPaise: 12_34, exitChargesPaise: 15_67, daysAgo: 0 },
};

/** Goes live after it has traded with paper money: its paper results are in no list of tricks any more. */
async function goLive({ id }: Trick): Promise<void> {
  const at = new Date(NOW);
  await change(api, id, { mode: 'live', run_number: 2 });
  await api.database.db.kysely
    .insertInto('deployment_run')
    .values({
      ...{ deployment_id: id, run_number: 2, mode: 'live', dataset: api.services.marketData.dataset, fence: 0n },
      ...{ state: null, last_bar_at: null, started_exchange_at: at, warmup_from: at, updated_at: at },
    })
    .execute();
}

async function basketWithSip(): Promise<number> {
  const constituents = [
    { symbol: 'SBIN', weightPercent: 40 },
    { symbol: 'INFY', weightPercent: 35 },
    { symbol: 'TCS', weightPercent: 25 },
  ];
  const { data: made } = await api.send('addBasket', { name: `Three ${key()}`, constituents }, as(asha));
  const asked = { basketId: made.basketId, amountPaise: 2_00_000_00, is_live: 0 as const, idempotencyKey: key() };
  const { data, message } = await api.send('openBasket', asked, as(asha));
  if (!data) throw new Error(message);
  await market.settle();
  asha = await signInAgain(api, asha);
  const sip = { status: 'active', amountPaise: 20_000_00, frequency: 'monthly', day: 27 } as const;
  await api.send('fetchSetSipStatus', { myBasketId: data.myBasketId, ...sip }, as(asha));
  return data.myBasketId;
}

async function tradedTricks(accountId: number): Promise<void> {
  const live = await trick(accountId, 'live');
  const paper = await trick(accountId, 'paper');
  const stopped = await trick(accountId, 'live', { status: 'stopped', phase: 'idle' });
  const moved = await trick(accountId, 'paper');
  for (const of of [live, paper, stopped, moved]) {
    for (let i = 0; i < 9; i += 1) {
      const exitPaise = 800_00 + (i % 3 === 0 ? -1 : 1) * 103 * (i + of.id);
      await deal(of, i, { ...DEAL, exitPaise, daysAgo: i % 4, direction: i % 2 === 0 ? 'long' : 'short' });
    }
  }
  await goLive(moved);
  await deal(live, 20, { ...DEAL, isOpen: true });
  await deal(live, 21, { ...DEAL, symbol: 'INFY', quantity: 3, entryPaise: 1_650_05, isOpen: true, daysAgo: 2 });
  await deal(paper, 22, { ...DEAL, symbol: 'TCS', direction: 'short', entryPaise: 3_400_00, isOpen: true });
}

test('each figure on home, my tricks, wallet and baskets equals the sum of what it opens to', async () => {
  await tradedTricks(asha.userId);
  await cashier.give(asha, 123_45n, 'main');
  for (let i = 0; i < 9; i += 1) await cashier.give(asha, BigInt(100 + i));
  expect((await cashier.withdraw(asha, 1_000_00)).status).toBe(200);
  await basketWithSip();
  await market.tick(1, { SBIN: 823_35, INFY: 1_611_10, TCS: 3_455_55 });
  const walk = await walkAll(api, asha);
  expect(FIGURES.filter((figure) => !walk.seen.has(figure))).toEqual([]);

  // A sale, an instalment, and a year: there is a yearly rate, and a basket that is closed.
  const closed = await basketWithSip();
  await api.send('closeBasket', { myBasketId: closed, idempotencyKey: key() }, as(asha));
  await market.settle();
  await market.goTo('2026-01-27');
  await market.settle();
  await market.goTo('2027-02-01');
  await market.tick(1, { SBIN: 900_00, INFY: 1_500_00, TCS: 3_600_00 });
  asha = await signInAgain(api, asha);
  const held = await api.send('getMyBaskets', { is_live: 0 }, as(asha));
  expect(held.data.my_basket_list[0]?.xirrPercent).toBeDefined();
  await walkAll(api, asha);
}, 120_000);

test('what is opened is of one mode: live parts and test parts never stand together', async () => {
  const person = await api.signUp('both_modes');
  const tricks = [await trick(person.userId, 'live'), await trick(person.userId, 'paper')];
  for (const of of tricks) await deal(of, 1, { ...DEAL, exitPaise: of.mode === 'live' ? 801_00 : 899_00 });
  const partsOf = async (type: 'Live' | 'Test') => {
    const { data } = await api.send(
      'explainfigure',
      { figure: 'trickTotal', type },
      as(await signInAgain(api, person)),
    );
    return [data.badge, data.parts.map(({ link }) => link)];
  };
  expect(await partsOf('Live')).toEqual(['live_simulated', [`/my-tricks/${tricks[0]?.id}`]]);
  expect(await partsOf('Test')).toEqual(['test', [`/my-tricks/${tricks[1]?.id}`]]);
});

test('somebody else’s trick, basket and broker open to nothing', async () => {
  const stranger = as(await api.signUp('figure_stranger'));
  const { id: TricksId } = await trick(asha.userId, 'live');
  const linkId = await insertLink(api.database.db, asha.userId);
  const { data } = await api.send('getMyBaskets', { is_live: 0 }, as(asha));
  const myBasketId = data.my_basket_list[0]?.myBasketId ?? 0;
  expect(myBasketId).toBeGreaterThan(0);
  for (const ask of [
    { figure: 'trickTotal', TricksId },
    { figure: 'basketPnl', myBasketId },
    { figure: 'basketXirr', myBasketId },
    { figure: 'trickTotal', brokerId: linkId },
    { figure: 'profitNet', brokerId: linkId },
  ] as const) {
    expect((await api.send('explainfigure', ask, stranger)).code).toBe('NOT_FOUND');
  }
  const own = await api.send('explainfigure', { figure: 'trickTotal', type: 'Live' }, stranger);
  expect([own.data.parts, own.data.totalPaise]).toEqual([[], 0]);
});

const anyDeal: fc.Arbitrary<Deal & { readonly isOpen: boolean; readonly of: number }> = fc.record({
  symbol: fc.constantFrom('SBIN', 'INFY', 'TCS', 'ITC'),
  direction: fc.constantFrom('long', 'short'),
  quantity: fc.integer({ min: 1, max: 500 }),
  entryPaise: fc.integer({ min: 100, max: 4_000_00 }),
  exitPaise: fc.integer({ min: 100, max: 4_000_00 }),
  entryChargesPaise: fc.integer({ min: 0, max: 500_00 }),
  exitChargesPaise: fc.integer({ min: 0, max: 500_00 }),
  daysAgo: fc.integer({ min: 0, max: 6 }),
  isOpen: fc.boolean(),
  of: fc.integer({ min: 0, max: 3 }),
});

test('whatever was traded, paid and priced, each figure equals the sum of what it opens to', async () => {
  let people = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyDeal, { maxLength: 14 }),
      fc.array(fc.bigInt({ min: 1n, max: 9_999_99n }), { maxLength: 10 }),
      fc.integer({ min: 100_00, max: 4_000_00 }),
      async (deals, gifts, pricePaise) => {
        people += 1;
        const person = await api.signUp(`drawn${people}`);
        const tricks = [
          await trick(person.userId, 'live'),
          await trick(person.userId, 'paper'),
          await trick(person.userId, 'live', { status: 'stopped', phase: 'idle' }),
          await trick(person.userId, 'paper', { robo_pro: true }),
        ] as const;
        const held = new Set<string>();
        // What is still open comes last, and a run holds a share once.
        for (const [i, { of, isOpen, ...made }] of deals.toSorted((a, b) => +a.isOpen - +b.isOpen).entries()) {
          const [first, ...others] = tricks;
          const whose = others[of - 1] ?? first;
          const name = `${whose.id} ${made.symbol}`;
          if (isOpen && held.has(name)) continue;
          if (isOpen) held.add(name);
          await deal(whose, i, { ...made, isOpen });
        }
        for (const [i, gift] of gifts.entries()) await cashier.give(person, gift, i % 2 === 0 ? 'main' : 'rewards');
        await market.tick(1, { SBIN: pricePaise, ITC: pricePaise + 5 });
        await walkAll(api, person, 3);
      },
    ),
    { numRuns: scaledCount('people with figures', 1), endOnFailure: true },
  );
}, 240_000);
