import type { MyTrickDetails } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import type { CandleMark, PriceLevel } from '../../ui/charts/candle-chart.tsx';

/** The instrument on the chart: the one asked for, else the one with a position, else the first. */
export function symbolIn(trick: Pick<MyTrickDetails, 'bases' | 'open_positions'>, asked: string | undefined): string {
  const known = trick.bases.map((base) => base.symbol);
  if (asked !== undefined && known.includes(asked)) return asked;
  return trick.open_positions[0]?.symbol ?? known[0] ?? '';
}

export function marksOf(markers: MyTrickDetails['markers'], symbol: string): CandleMark[] {
  return markers
    .filter((marker) => marker.symbol === symbol)
    .map((marker) => ({
      id: `${marker.at} ${marker.side} ${marker.quantity}`,
      atMs: Date.parse(marker.at),
      side: marker.side,
      purpose: marker.purpose,
      price: marker.price,
      quantity: marker.quantity,
      reason: marker.reason,
    }));
}

/**
 * Where the stop, the target and the entry of what is held in this instrument are.
 *
 * @param isFixed it is being sold: its levels count no more and cannot be moved
 */
export function levelsOf(
  positions: MyTrickDetails['open_positions'],
  symbol: string,
  { t, isFixed }: { readonly t: TFunction; readonly isFixed: boolean },
): PriceLevel[] {
  const movable = (id: string) => (isFixed ? {} : { dragId: id });
  return positions
    .filter((position) => position.symbol === symbol)
    .flatMap((position) => [
      { price: position.averagePrice, label: t('deployments.chart.entry'), kind: 'entry' as const },
      ...(position.stopLoss === undefined
        ? []
        : [
            {
              price: position.stopLoss,
              label: position.trailing ? t('deployments.chart.trail') : t('deployments.chart.stop'),
              kind: 'stop' as const,
              ...movable(`stop ${position.positionId}`),
            },
          ]),
      ...(position.stopAtBroker === undefined
        ? []
        : [{ price: position.stopAtBroker, label: t('deployments.chart.stopAtBroker'), kind: 'stop' as const }]),
      ...(position.target === undefined
        ? []
        : [
            {
              price: position.target,
              label: t('deployments.chart.target'),
              kind: 'target' as const,
              ...movable(`target ${position.positionId}`),
            },
          ]),
    ]);
}
