import type { Badge, TrickItem } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { badgeOfMode } from '../../lib/record-mode.ts';

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

/** The badge of what users made: live at the simulator's broker is not live. */
export const badgeOfRecord = ({
  kind,
  simulated,
}: Pick<NonNullable<TrickItem['record']>, 'kind' | 'simulated'>): Badge =>
  badgeOfMode(kind === 'live' ? 'Live' : 'Test', simulated);
