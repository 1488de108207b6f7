import type { FigureName, FigurePart } from '@trickdesk/contract';
import { expect } from 'vitest';
import { type Person, signInAgain, type TestApi } from '../../../testing/test-api.ts';

type Send = TestApi['send'];
type Asked = Parameters<typeof askOf>[0];
const askOf = (input: Parameters<Send>[1] & { readonly figure: FigureName }) => input;

export interface Walk {
  /** Opens a figure over all its pages: it must be the sum of what it opens to. */
  readonly opens: (ask: Asked, figurePaise: number) => Promise<readonly FigurePart[]>;
  /** The names of the figures that were opened so far. */
  readonly seen: ReadonlySet<FigureName>;
}

const sumOf = (parts: readonly FigurePart[]): number => parts.reduce((sum, { amountPaise }) => sum + amountPaise, 0);

/** Goes over every figure that a person's screens show, and opens each. */
export function createWalk(api: TestApi, { accessToken: token }: Person, pageSize: number): Walk {
  const seen = new Set<FigureName>();
  async function opens(ask: Asked, figurePaise: number): Promise<readonly FigurePart[]> {
    const parts: FigurePart[] = [];
    for (let pageNumber = 1; ; pageNumber += 1) {
      const { data, message } = await api.send('explainfigure', { ...ask, pageNumber, pageSize } as never, { token });
      if (!data) throw new Error(`${JSON.stringify(ask)}: ${message}`);
      expect(data.totalPaise, JSON.stringify(ask)).toBe(figurePaise);
      parts.push(...data.parts);
      if (pageNumber * pageSize >= data.total) {
        expect(parts, JSON.stringify(ask)).toHaveLength(data.total);
        break;
      }
    }
    expect(sumOf(parts), JSON.stringify(ask)).toBe(figurePaise);
    seen.add(ask.figure);
    return parts;
  }
  return { opens, seen };
}

export async function walkAll(api: TestApi, before: Person, pageSize = 7): Promise<Walk> {
  const person = await signInAgain(api, before);
  const walk = createWalk(api, person, pageSize);
  for (const type of ['Live', 'Test'] as const) {
    await walkHome(api, { person, walk, type });
    await walkTricks(api, { person, walk, type });
    await walkProfit(api, { person, walk, type });
    await walkBaskets(api, { person, walk, type });
  }
  await walkWallet(api, { person, walk });
  return walk;
}

interface Of {
  readonly person: Person;
  readonly walk: Walk;
  readonly type: 'Live' | 'Test';
}

async function walkHome(api: TestApi, { person, walk, type }: Of): Promise<void> {
  const { data: home } = await api.send('home', {}, { token: person.accessToken });
  const mode = type === 'Live' ? 'live' : 'test';
  const { [mode]: summary } = home.summary;
  await walk.opens({ figure: 'trickCapital', type, trickStatus: 1 }, summary.capitalPaise);
  const withMoved = true as const;
  await walk.opens({ figure: 'trickDay', type, withMoved }, summary.dayPnlPaise);
  await walk.opens({ figure: 'trickTotal', type, withMoved }, summary.totalPnlPaise);
  await walk.opens({ figure: 'trickCharges', type, withMoved }, summary.chargesPaise);
  // Days count what was closed in the mode, whatever became of its trick: so does the first page.
  const { data: profit } = await api.send('mytrickprofit', { type }, { token: person.accessToken });
  expect(summary.totalPnlPaise).toBe(profit.totals.netPaise);
  const { data: header } = await api.send('headerdata', {}, { token: person.accessToken });
  await walk.opens({ figure: 'trickDay', type, withMoved }, header.todayPnlPaise[mode]);
  await walk.opens({ figure: 'walletFree' }, header.walletBalancePaise);
  const { [mode]: baskets } = home.baskets;
  const is_live = type === 'Live' ? 1 : 0;
  await walk.opens({ figure: 'basketPnl', is_live }, baskets.pnlPaise);
  await walk.opens({ figure: 'basketValue', is_live }, baskets.valuePaise);
  await walk.opens({ figure: 'basketInvested', is_live }, baskets.investedPaise);
}

async function walkTricks(api: TestApi, { person, walk, type }: Of): Promise<void> {
  const as = { token: person.accessToken };
  const filters = [{ trickStatus: 0 }, { trickStatus: 1 }, { trickStatus: 2 }, { trickStatus: 0, Search: '1' }];
  for (const filter of filters) {
    const { data: totals } = await api.send('myTrickCalculation', { type, ...filter }, as);
    await walk.opens({ figure: 'trickCapital', type, ...filter }, totals.capitalPaise);
    await walk.opens({ figure: 'trickInvested', type, ...filter }, totals.investedPaise);
    await walk.opens({ figure: 'trickDay', type, ...filter }, totals.dayPnlPaise);
    await walk.opens({ figure: 'trickTotal', type, ...filter }, totals.totalPnlPaise);
    await walk.opens({ figure: 'trickCharges', type, ...filter }, totals.chargesPaise);
  }
  const { data: page } = await api.send('mytrick', { type, pageSize: 100 }, as);
  for (const { TricksId, capitalPaise, dayPnlPaise, totalPnlPaise } of page.trick_list) {
    await walk.opens({ figure: 'trickCapital', TricksId }, capitalPaise);
    await walk.opens({ figure: 'trickDay', TricksId }, dayPnlPaise);
    await walk.opens({ figure: 'trickTotal', TricksId }, totalPnlPaise);
    const { trick_details: trick } = (await api.send('trickdetails', { TricksId }, as)).data;
    const entryCharges = trick.open_positions.reduce((sum, { chargesPaise }) => sum + chargesPaise, 0);
    await walk.opens({ figure: 'trickCharges', TricksId }, trick.totals.chargesPaise + entryCharges);
    const { data: totals } = await api.send('myTrickCalculation', { type, Search: trick.name }, as);
    if (page.trick_list.filter(({ name }) => name.includes(trick.name)).length === 1) {
      await walk.opens({ figure: 'trickInvested', TricksId }, totals.investedPaise);
    }
  }
}

async function walkProfit(api: TestApi, { person, walk, type }: Of): Promise<void> {
  const ranges = [
    {},
    { from_date: '2026-01-01', to_date: '2026-01-04' },
    { roboPro: false },
    { from_date: '2026-01-03' },
  ];
  for (const range of ranges) {
    const { totals, drawdown } = (await api.send('mytrickprofit', { type, ...range }, { token: person.accessToken }))
      .data;
    await walk.opens({ figure: 'profitNet', type, ...range }, totals.netPaise);
    await walk.opens({ figure: 'profitRealised', type, ...range }, totals.realisedPaise);
    await walk.opens({ figure: 'profitUnrealised', type, ...range }, totals.unrealisedPaise);
    await walk.opens({ figure: 'profitCharges', type, ...range }, totals.chargesPaise);
    await walk.opens({ figure: 'profitDrawdown', type, ...range }, drawdown.paise);
    await walk.opens({ figure: 'profitMoved', type, ...range }, totals.movedPaise);
  }
}

async function walkWallet(api: TestApi, { person, walk }: Omit<Of, 'type'>): Promise<void> {
  const { wallets } = (await api.send('mywallet', {}, { token: person.accessToken })).data;
  for (const { wallet_id, balancePaise, heldPaise, withdrawablePaise } of wallets) {
    await walk.opens({ figure: 'walletFree', wallet_id }, balancePaise);
    await walk.opens({ figure: 'walletFree', wallet_id }, withdrawablePaise);
    await walk.opens({ figure: 'walletHeld', wallet_id }, heldPaise);
  }
  await walk.opens(
    { figure: 'walletHeld' },
    wallets.reduce((sum, { heldPaise }) => sum + heldPaise, 0),
  );
}

async function walkBaskets(api: TestApi, { person, walk, type }: Of): Promise<void> {
  const as = { token: person.accessToken };
  const is_live = type === 'Live' ? 1 : 0;
  for (const status of ['held', 'closed'] as const) {
    const { data } = await api.send('getMyBaskets', { is_live, status, pageSize: 100 }, as);
    await walk.opens({ figure: 'basketPnl', is_live, status }, data.pnlPaise);
    await walk.opens({ figure: 'basketInvested', is_live, status }, data.investedPaise);
    await walk.opens({ figure: 'basketValue', is_live, status }, data.valuePaise);
    for (const basket of data.my_basket_list) {
      const { myBasketId } = basket;
      await walk.opens({ figure: 'basketPnl', myBasketId }, basket.pnlPaise);
      await walk.opens({ figure: 'basketInvested', myBasketId }, basket.investedPaise);
      await walk.opens({ figure: 'basketValue', myBasketId }, basket.valuePaise);
      await walk.opens({ figure: 'basketCash', myBasketId }, basket.cashPaise);
      await walk.opens({ figure: 'basketRealised', myBasketId }, basket.realisedPaise);
      await walk.opens({ figure: 'basketUnrealised', myBasketId }, basket.unrealisedPaise);
      await walk.opens({ figure: 'basketCharges', myBasketId }, basket.chargesPaise);
      for (const [figure, percent] of [
        ['basketXirr', basket.xirrPercent],
        ['basketReturn', basket.returnPercent],
      ] as const) {
        // What the money earned, in rupees, is the result; in percent it is what the screen says.
        await walk.opens({ figure, myBasketId }, basket.pnlPaise);
        const { data: rate } = await api.send('explainfigure', { figure, myBasketId }, as);
        expect(rate.ratePercent).toBe(percent);
      }
    }
  }
}
