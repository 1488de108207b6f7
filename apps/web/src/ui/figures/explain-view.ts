import type { FigureName } from '@trickdesk/contract';

/** Figures that are a result or a movement: their parts have a sign. */
const SIGNED: readonly FigureName[] = [
  'trickDay',
  'trickTotal',
  'profitNet',
  'profitRealised',
  'profitUnrealised',
  'profitDrawdown',
  'profitMoved',
  'walletFree',
  'basketPnl',
  'basketInvested',
  'basketCash',
  'basketRealised',
  'basketUnrealised',
  'basketXirr',
  'basketReturn',
];
/** Of these the sum is money that is there, not a result. */
const BALANCES: readonly FigureName[] = ['walletFree', 'basketInvested', 'basketCash'];

export type RateName = Extract<FigureName, 'basketXirr' | 'basketReturn'>;

export const isSigned = (figure: FigureName): boolean => SIGNED.includes(figure);
export const isResult = (figure: FigureName): boolean => isSigned(figure) && !BALANCES.includes(figure);
export const isRate = (figure: FigureName): figure is RateName => figure === 'basketXirr' || figure === 'basketReturn';

/** What a figure on the page differs by from what its parts came to; whole paise, of a rate hundredths of a percent. */
export function movedBy(
  figure: FigureName,
  value: number,
  { totalPaise, ratePercent }: { readonly totalPaise: number; readonly ratePercent?: number | undefined },
): number {
  return isRate(figure) ? Math.round(value * 100) - Math.round((ratePercent ?? value) * 100) : value - totalPaise;
}
