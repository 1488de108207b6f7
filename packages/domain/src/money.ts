/** Whole paise. ₹1 is 100n. Money is never a float; prices inside the engine are whole paise as `number`. */
export type Paise = bigint;

export type Rounding = 'half_up' | 'down' | 'up';

/**
 * `value × numerator ÷ denominator` in whole units, rounded once at the end.
 * `half_up` rounds halves away from zero; `down` and `up` go towards and away from zero.
 *
 * @throws RangeError when the denominator is not positive
 */
export function mulDiv(value: bigint, numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (denominator <= 0n) throw new RangeError('mulDiv needs a positive denominator');
  const product = value * numerator;
  const quotient = product / denominator;
  const remainder = product % denominator;
  if (remainder === 0n) return quotient;
  const away = product < 0n ? -1n : 1n;
  const twice = remainder < 0n ? -2n * remainder : 2n * remainder;
  if (rounding === 'up' || (rounding === 'half_up' && twice >= denominator)) return quotient + away;
  return quotient;
}

/** Splits an amount by whole-number weights; the parts add up to the amount exactly, leftovers go to the first parts. */
export function allocate(amount: Paise, weights: readonly bigint[]): Paise[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total <= 0n) throw new RangeError('allocate needs weights that add up to more than zero');
  const parts = weights.map((weight) => mulDiv(amount, weight, total, 'down'));
  let left = amount - parts.reduce((sum, part) => sum + part, 0n);
  const step = left < 0n ? -1n : 1n;
  for (let i = 0; left !== 0n; i = (i + 1) % parts.length) {
    if (weights[i] === 0n) continue;
    parts[i] = (parts[i] ?? 0n) + step;
    left -= step;
  }
  return parts;
}

/** For JSON, which carries whole paise as a number. Throws where a double could not hold the amount exactly. */
export function toSafePaise(amount: Paise): number {
  const asNumber = Number(amount);
  if (!Number.isSafeInteger(asNumber)) throw new RangeError('amount is beyond what JSON can carry exactly');
  return asNumber;
}

/** A price or amount in rupees, as brokers quote it, to whole paise; a float's noise is rounded away (half up). */
export function rupeesToPaise(rupees: number): number {
  const paise = Math.round(Math.abs(rupees) * 100 + 1e-7);
  return rupees < 0 ? -paise : paise;
}

/** Whole paise to rupees as a JSON number with at most two decimals. */
export function paiseToRupees(paise: number): number {
  return Math.round(paise) / 100;
}

/** `-123456750n` → `-₹12,34,567.50`, in Indian grouping. */
export function formatPaise(amount: Paise | number): string {
  const paise = typeof amount === 'bigint' ? amount : BigInt(Math.round(amount));
  const negative = paise < 0n;
  const digits = (negative ? -paise : paise).toString().padStart(3, '0');
  const rupees = digits.slice(0, -2);
  const head = rupees.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ',');
  const grouped = head === '' ? rupees : `${head},${rupees.slice(-3)}`;
  return `${negative ? '−' : ''}₹${grouped}.${digits.slice(-2)}`;
}
