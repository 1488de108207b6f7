import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { MINUS } from '../../lib/format.ts';

/** Two decimals with the true minus; a dash where the figure has no meaning. */
export function ratio(value: number | undefined, t: TFunction): ReactNode {
  return <bdi>{value === undefined ? t('common.none') : value.toFixed(2).replace('-', MINUS)}</bdi>;
}
