/** Beyond it the distribution function is 0 or 1 to twelve decimals. */
const FAR = 7;
/** More than any x within needs. */
const MOST_TERMS = 400;

/**
 * Standard normal distribution function Φ, by the series of Marsaglia (2004), "Evaluating the Normal Distribution":
 * ½ + φ(x) · (x + x³/3 + x⁵/(3·5) + x⁷/(3·5·7) + …). Right to some fifteen decimals.
 */
export function normalCdf(x: number): number {
  if (x <= -FAR) return 0;
  if (x >= FAR) return 1;
  let sum = x;
  let term = x;
  for (let i = 3, before = Number.NaN; sum !== before && i < MOST_TERMS; i += 2) {
    before = sum;
    term *= (x * x) / i;
    sum += term;
  }
  return Math.min(1, Math.max(0, 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI)));
}

/**
 * The x with Φ(x) = p, by halving: right to twelve decimals, between −7 and 7.
 *
 * @throws RangeError when p is not between 0 and 1, both excluded
 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`a normal quantile needs a share between 0 and 1, not ${p}`);
  let low = -FAR;
  let high = FAR;
  for (let i = 0; i < 50; i += 1) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
