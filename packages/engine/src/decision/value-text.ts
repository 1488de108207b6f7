import type { Expression } from '../expression/index.ts';

/** Indicators that stand on the price axis when they are made of prices: their values read as prices do. */
const PRICE_LEVELS: ReadonlySet<string> = new Set([
  'sma',
  'ema',
  'wma',
  'dema',
  'tema',
  'hma',
  'rma',
  'kama',
  'vwma',
  'vwap',
  'vwap_cumulative',
  'highest',
  'lowest',
  'bollinger',
  'donchian',
  'keltner',
  'heikin_ashi',
  'linreg',
  'opening_range',
  'previous_day',
  'pivots',
  'pivots_fibonacci',
  'pivots_camarilla',
  'psar',
  'supertrend',
  'ichimoku',
]);
const TWO_DECIMALS = 2;
/** What a stored operand is rounded to. */
const MOST_DECIMALS = 4;

/** Whether a value of this expression is a price in rupees, or a level that stands among prices. */
export function isPriceLevel(node: Expression): boolean {
  switch (node.kind) {
    case 'price':
      return node.source !== 'volume';
    case 'ago':
    case 'at':
      return isPriceLevel(node.of);
    case 'indicator':
      return (
        PRICE_LEVELS.has(node.name) &&
        node.output !== 'direction' &&
        !node.args.some((argument) => argument.kind === 'price' && argument.source === 'volume')
      );
    default:
      return false;
  }
}

/** Groups digits as India does: 12,34,567. */
function grouped(digits: string): string {
  return digits.replace(/(\d)(?=(\d\d)+\d$)/g, '$1,');
}

function decimalText(value: number, least: number, most: number): string {
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(most).split('.');
  const kept = fraction.slice(0, least) + fraction.slice(least).replace(/0+$/, '');
  const text = grouped(whole) + (kept === '' ? '' : `.${kept}`);
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/**
 * A value as a sentence shows it: a price with two decimals, another value with at most two. One that two decimals
 * would show as nothing, or as equal to `besides`, gets as many as it takes to be told apart.
 *
 * @param besides the value that it is compared with
 */
export function valueText(node: Expression, value: number, besides?: number): string {
  const least = isPriceLevel(node) ? TWO_DECIMALS : 0;
  const isLost = (decimals: number): boolean =>
    (value !== 0 && Number(value.toFixed(decimals)) === 0) ||
    (besides !== undefined && besides !== value && besides.toFixed(decimals) === value.toFixed(decimals));
  let most = TWO_DECIMALS;
  while (most < MOST_DECIMALS && isLost(most)) most += 1;
  return decimalText(value, least, most);
}
