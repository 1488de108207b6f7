import type { BasketSchema } from '@trickdesk/db';
import type { WeightRule } from './weight-rules.ts';

export interface CatalogueBasket {
  readonly key: string;
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly theme: Exclude<BasketSchema['basket']['theme'], 'own'>;
  readonly risk: BasketSchema['basket']['risk'];
  readonly benchmark: string;
  /** Months from one review to the next. */
  readonly reviewMonths: number;
  readonly universe: readonly string[];
  readonly rule: WeightRule;
}

const LARGE_SHARES = [
  ...['HDFCBANK', 'ICICIBANK', 'SBIN', 'AXISBANK', 'KOTAKBANK', 'TCS', 'INFY', 'HCLTECH', 'WIPRO', 'RELIANCE'],
  ...['ONGC', 'POWERGRID', 'NTPC', 'ITC', 'HINDUNILVR', 'BRITANNIA', 'ASIANPAINT', 'TITAN', 'MARUTI', 'M&M'],
  ...['BAJAJ-AUTO', 'SUNPHARMA', 'CIPLA', 'TATASTEEL', 'JSWSTEEL', 'LT', 'ULTRACEMCO', 'BAJFINANCE', 'BHARTIARTL'],
];

/** What the product offers. Weights are no opinion: each basket has a rule, and reviews apply it to past closes. */
export const CATALOGUE: readonly CatalogueBasket[] = [
  {
    key: 'index-core',
    name: 'Whole Market Core',
    summary: 'The fifty largest companies and the fifty after them, in two funds.',
    description:
      'Two index funds at fixed weights. It moves with the market, costs little to hold, and needs few orders to keep in balance.',
    theme: 'index',
    risk: 'medium',
    benchmark: 'NIFTY',
    reviewMonths: 6,
    universe: ['NIFTYBEES', 'JUNIORBEES'],
    rule: { kind: 'fixed', weightsBps: { NIFTYBEES: 7000, JUNIORBEES: 3000 } },
  },
  {
    key: 'all-weather',
    name: 'All Weather',
    summary: 'Shares, gold and money-market funds, so that no single year decides.',
    description:
      'Fixed weights over three kinds of asset that seldom fall together. Reviews sell what has risen and buy what has lagged.',
    theme: 'all_weather',
    risk: 'low',
    benchmark: 'NIFTY',
    reviewMonths: 3,
    universe: ['NIFTYBEES', 'JUNIORBEES', 'GOLDBEES', 'LIQUIDCASE'],
    rule: { kind: 'fixed', weightsBps: { NIFTYBEES: 4000, JUNIORBEES: 1000, GOLDBEES: 2500, LIQUIDCASE: 2500 } },
  },
  {
    key: 'gold-and-shares',
    name: 'Half Gold, Half Shares',
    summary: 'One gold fund and one index fund, brought back to halves twice a year.',
    description: 'Two funds at equal weights. Between reviews the half that does better grows beyond its share.',
    theme: 'all_weather',
    risk: 'medium',
    benchmark: 'NIFTY',
    reviewMonths: 6,
    universe: ['NIFTYBEES', 'GOLDBEES'],
    rule: { kind: 'equal' },
  },
  {
    key: 'banks',
    name: 'Banks, Calmer First',
    summary: 'Six large banks, those with calmer prices at higher weights.',
    description:
      'All six banks are held. A bank whose daily closes moved half as much as another’s over the last year has twice its weight.',
    theme: 'sector',
    risk: 'high',
    benchmark: 'BANKNIFTY',
    reviewMonths: 3,
    universe: ['HDFCBANK', 'ICICIBANK', 'SBIN', 'AXISBANK', 'KOTAKBANK', 'INDUSINDBK'],
    rule: { kind: 'calm_weighted' },
  },
  {
    key: 'software',
    name: 'Software Exporters',
    summary: 'Four large software companies in equal parts.',
    description: 'Equal weights, so that no company rules the result. It depends on one industry and on the rupee.',
    theme: 'sector',
    risk: 'high',
    benchmark: 'NIFTY',
    reviewMonths: 3,
    universe: ['TCS', 'INFY', 'HCLTECH', 'WIPRO'],
    rule: { kind: 'equal' },
  },
  {
    key: 'everyday-goods',
    name: 'Everyday Goods',
    summary: 'Five companies whose goods people buy in good years and bad.',
    description: 'Equal weights over consumer companies. They tend to fall less than the market, and to rise less.',
    theme: 'sector',
    risk: 'medium',
    benchmark: 'NIFTY',
    reviewMonths: 6,
    universe: ['ITC', 'HINDUNILVR', 'BRITANNIA', 'ASIANPAINT', 'TITAN'],
    rule: { kind: 'equal' },
  },
  {
    key: 'infrastructure',
    name: 'Roads, Ports and Power',
    summary: 'Six companies that build and run what others need.',
    description:
      'All six are held, calmer ones at higher weights. Their fortunes follow public spending and interest rates.',
    theme: 'sector',
    risk: 'high',
    benchmark: 'NIFTY',
    reviewMonths: 3,
    universe: ['LT', 'ULTRACEMCO', 'ADANIPORTS', 'NTPC', 'POWERGRID', 'TATASTEEL'],
    rule: { kind: 'calm_weighted' },
  },
  {
    key: 'steady-ten',
    name: 'Steady Ten',
    summary: 'The ten of the large companies whose prices moved least over a year.',
    description:
      'At each review the ten calmest of the large companies are chosen, calmer ones at higher weights. Calm prices of the past are no promise.',
    theme: 'factor',
    risk: 'medium',
    benchmark: 'NIFTY',
    reviewMonths: 3,
    universe: LARGE_SHARES,
    rule: { kind: 'calmest', count: 10 },
  },
  {
    key: 'momentum-eight',
    name: 'Momentum Eight',
    summary: 'The eight of the large companies that rose most in half a year.',
    description:
      'At each review the eight with the highest growth over six months, the last month left out, are held in equal parts. It trades much, so charges and taxes weigh more.',
    theme: 'factor',
    risk: 'high',
    benchmark: 'NIFTY',
    reviewMonths: 3,
    universe: LARGE_SHARES,
    rule: { kind: 'momentum', count: 8 },
  },
];
