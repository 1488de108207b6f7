import { z } from 'zod';
import { call } from './call.ts';
import {
  dateRangeInput,
  pagingInput,
  pagingOutput,
  zBadge,
  zDate,
  zFlag,
  zId,
  zIdOrAll,
  zMode,
  zMoment,
  zPaise,
  zPercent,
  zTrickStatus,
} from './fields.ts';
import { zWalletId } from './wallet.ts';

/**
 * Of all tricks that a filter lets through, as `mytrick` and `myTrickCalculation` show them; with what moved tricks have
 * made as `home` and `headerdata` do; or of one.
 */
export const TRICK_FIGURES = ['trickCapital', 'trickDay', 'trickTotal', 'trickCharges', 'trickInvested'] as const;
/** Of the days that a filter lets through, as `mytrickprofit` shows them. */
export const PROFIT_FIGURES = [
  'profitNet',
  'profitRealised',
  'profitUnrealised',
  'profitCharges',
  'profitDrawdown',
  'profitMoved',
] as const;
/** Of one wallet, or of both, as `mywallet` shows them. */
export const WALLET_FIGURES = ['walletFree', 'walletHeld'] as const;
/** Of all baskets that a filter lets through, as `getMyBaskets` and `home` show them, or of one. */
export const BASKET_FIGURES = [
  'basketPnl',
  'basketInvested',
  'basketValue',
  'basketCash',
  'basketRealised',
  'basketUnrealised',
  'basketCharges',
] as const;
/** A year's rate and the growth of one basket: flows and what it is worth, and the rate that follows from them. */
export const RATE_FIGURES = ['basketXirr', 'basketReturn'] as const;

export const FIGURES = [
  ...TRICK_FIGURES,
  ...PROFIT_FIGURES,
  ...WALLET_FIGURES,
  ...BASKET_FIGURES,
  ...RATE_FIGURES,
] as const;
export type FigureName = (typeof FIGURES)[number];

const page = () => pagingInput(50);
const { pageNumber, pageSize } = page();
/** Nothing to search in: the whole is explained. */
const pageOnly = { pageNumber, pageSize };

/** What a part of a figure is. */
export const FIGURE_PARTS = [
  'trick',
  'moved_trick',
  'capital',
  'trade',
  'position',
  'day',
  'posting',
  'withdrawal',
  'basket',
  'opening',
  'top_up',
  'sip',
  'closing',
  'returned',
  'holding',
  'cash',
  'sale',
  'stt',
  'bought',
  'sold',
  'worth',
] as const;

const zFigurePart = z.strictObject({
  kind: z.enum(FIGURE_PARTS),
  /** A name: of a trick, a basket, a share; of a posting its sentence. Empty where the kind says it all. */
  label: z.string(),
  quantity: z.int().optional(),
  /** The moment or the exchange's day on which it came about. */
  at: zMoment.optional(),
  date: zDate.optional(),
  amountPaise: zPaise,
  /** Its own page. */
  link: z.string().optional(),
});
export type FigurePart = z.output<typeof zFigurePart>;

export const explainfigure = call('explainfigure', {
  summary:
    'What one of the caller’s figures comes from: its tricks, trades, postings, flows or holdings, one by one, and their sum, added up without the figure. All of one moment.',
  input: z.union([
    z.strictObject({
      figure: z.enum(TRICK_FIGURES),
      type: zMode.default('Live'),
      trickStatus: zTrickStatus.default(0),
      brokerId: zIdOrAll.default(0),
      ...page(),
    }),
    /** Of the whole account: what tricks that are in the other mode now have made in this one counts too. */
    z.strictObject({
      figure: z.enum(TRICK_FIGURES),
      type: zMode.default('Live'),
      withMoved: z.literal(true),
      ...pageOnly,
    }),
    z.strictObject({ figure: z.enum(TRICK_FIGURES), TricksId: zId, ...pageOnly }),
    z.strictObject({
      figure: z.enum(PROFIT_FIGURES),
      type: zMode.default('Live'),
      brokerId: zIdOrAll.default(0),
      roboPro: z.boolean().optional(),
      ...dateRangeInput,
      ...pageOnly,
    }),
    z.strictObject({ figure: z.enum(WALLET_FIGURES), wallet_id: zWalletId.optional(), ...pageOnly }),
    z.strictObject({
      figure: z.enum(BASKET_FIGURES),
      is_live: zFlag.default(1),
      status: z.enum(['held', 'closed']).default('held'),
      ...page(),
    }),
    z.strictObject({ figure: z.enum([...BASKET_FIGURES, ...RATE_FIGURES]), myBasketId: zId, ...pageOnly }),
  ]),
  output: z.strictObject({
    /** Absent of money that Trickdesk owes: it has no mode. */
    badge: zBadge.optional(),
    parts: z.array(zFigurePart),
    /** Over all parts, not the page alone. */
    totalPaise: zPaise,
    /** Of a rate: what the parts come to, worked out anew. Absent where there is none yet. */
    ratePercent: zPercent.optional(),
    /** By the exchange's clock, of money without a mode by the wall's; prices have moved since. */
    asOf: zMoment,
    ...pagingOutput,
  }),
  refusals: ['NOT_FOUND'],
});

export const figureCalls = { explainfigure };
