import type { TrickItem } from '@trickdesk/contract';
import type { TFunction } from 'i18next';

/** What a figure rests on, in one line: “Back-test: Simulated market, seed 1, 58 days, 31 trades, after charges”. */
export function basisLine(
  trick: Pick<TrickItem, 'basis' | 'trades' | 'returnsHidden'>,
  t: TFunction,
): string | undefined {
  const { basis } = trick;
  if (trick.returnsHidden) return t('strategies.returnsHiddenShort');
  if (!basis) return undefined;
  return t('strategies.basisLine', {
    kind: t(`strategies.basis.${basis.kind}`),
    data: basis.data,
    days: t('strategies.days', { count: basis.days }),
    trades: t('strategies.tradeCount', { count: trick.trades }),
  });
}

/** The deepest drawdown as what it is, a loss: −3.2 means 3.2 % under the highest value before. */
export function drawdownOf({ maxDrawdownPercent }: Pick<TrickItem, 'maxDrawdownPercent'>): number | undefined {
  return maxDrawdownPercent === undefined ? undefined : -Math.abs(maxDrawdownPercent);
}
