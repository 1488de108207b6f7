import type { TFunction } from 'i18next';
import { PATH_OF, SIDES } from './draft.ts';

const PLAIN = [
  ...['interval', 'product', 'direction', 'stopLoss', 'target', 'trailing', 'maxTradesPerDay', 'cooldownBars'],
  ...['maxOpenPositions', 'maxHoldBars', 'sizing', 'entryFrom', 'entryTo', 'squareOff', 'weekdays'],
];

/** What a person calls a place of a definition: `entry.long` → “Buys when”. Empty where it is the whole. */
export function placeName(path: string, t: TFunction): string {
  const side = SIDES.find((each) => PATH_OF[each] === path);
  if (side) return t(`builder.side.${side}`);
  const [first = '', second = ''] = path.split('.');
  if (first === 'instruments') return t('builder.symbols');
  if (first === 'parameters') return t('builder.parameterNamed', { name: second });
  if (path === 'risk.maxLossPerDayPaise') return t('builder.maxLossPerDay');
  const field = first === 'risk' || first === 'session' ? second : first;
  // The list above holds the names that have words.
  return PLAIN.includes(field) ? t(`builder.${field}` as 'builder.sizing') : path;
}
