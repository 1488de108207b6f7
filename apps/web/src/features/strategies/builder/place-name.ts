import type { TFunction } from 'i18next';
import { PATH_OF, SIDES } from './draft.ts';

const PLAIN = [
  ...['interval', 'product', 'direction', 'stopLoss', 'target', 'trailing', 'maxTradesPerDay', 'cooldownBars'],
  ...['maxOpenPositions', 'maxHoldBars', 'sizing', 'entryFrom', 'entryTo', 'squareOff', 'weekdays'],
];

/** Numbers that have a name together, and one of their own. */
const PARTS = [
  ['parameters', 'default', 'builder.parameterNumbers.default'],
  ['parameters', 'min', 'builder.parameterNumbers.min'],
  ['parameters', 'max', 'builder.parameterNumbers.max'],
  ['parameters', 'step', 'builder.parameterNumbers.step'],
  ['sizing', 'quantity', 'builder.shares'],
  ['sizing', 'percent', 'builder.ofCapital'],
  ['sizing', 'length', 'builder.volatilityLength'],
  ['risk', 'percent', 'builder.levels.percent'],
  ['risk', 'points', 'builder.levels.points'],
  ['risk', 'multiple', 'builder.amounts.atr'],
  ['risk', 'length', 'builder.atrLength'],
  ['risk', 'price', 'builder.amounts.price'],
] as const;

/** What a person calls a place of a definition: `entry.long` → “Buys when”. Empty where it is the whole. */
export function placeName(path: string, t: TFunction): string {
  const [name, part] = [wholeName(path, t), partKey(path)];
  return part === undefined ? name : `${name}, ${t(part)}`;
}

function wholeName(path: string, t: TFunction): string {
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

function partKey(path: string) {
  const [first = '', ...rest] = path.split('.');
  // A parameter may be called like one of its own numbers.
  if (first === 'parameters' && rest.length < 2) return undefined;
  return PARTS.find(([whole, part]) => whole === first && part === rest.at(-1))?.[2];
}
