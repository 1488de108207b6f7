import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { indicatorSpec } from './index.ts';

/** Vectors that the authors of Tulip Indicators published, to three decimals; they lie outside the repository. */
const FILE = new URL('../../../../../shared/golden/tulip_published_tests.json.gz', import.meta.url);
const present = existsSync(FILE);
if (!present) console.warn(`skipped: no published vectors at ${FILE.pathname}`);

interface Published {
  readonly file: string;
  readonly indicator: string;
  readonly options: Readonly<Record<string, number>>;
  readonly inputs: Readonly<Record<string, readonly number[]>>;
  readonly outputs: Readonly<Record<string, readonly number[]>>;
}

interface Match {
  readonly name: string;
  /** Their output → ours. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly scale?: number;
  readonly argsOf?: (options: readonly number[]) => readonly number[];
}

const same = (name: string, theirs: string): Match => ({ name, outputs: { [theirs]: 'value' } });

/** Without those whose seed differs (EMA and what is made of it, KAMA, ATR, DI, PSAR): `golden.test.ts` compares them. */
const MATCHES: Readonly<Record<string, Match>> = {
  sma: same('sma', 'sma'),
  wma: same('wma', 'wma'),
  hma: same('hma', 'hma'),
  vwma: same('vwma', 'vwma'),
  wilders: same('rma', 'wilders'),
  rsi: same('rsi', 'rsi'),
  mom: same('momentum', 'mom'),
  roc: { ...same('roc', 'roc'), scale: 0.01 },
  stddev: same('stddev', 'stddev'),
  linreg: same('linreg', 'linreg'),
  max: same('highest', 'max'),
  min: same('lowest', 'min'),
  cci: same('cci', 'cci'),
  willr: same('williams_r', 'willr'),
  mfi: same('mfi', 'mfi'),
  bbands: { name: 'bollinger', outputs: { bbands_lower: 'lower', bbands_middle: 'middle', bbands_upper: 'upper' } },
  aroon: { name: 'aroon', outputs: { aroon_down: 'down', aroon_up: 'up' } },
  stoch: { name: 'stochastic', outputs: { stoch_k: 'k', stoch_d: 'd' } },
  stochrsi: {
    name: 'stoch_rsi',
    outputs: { stochrsi: 'k' },
    scale: 0.01,
    argsOf: ([period = 0]) => [period, period, 1],
  },
};

function ourColumn(vector: Published, match: Match, output: string): number[] {
  const options = Object.values(vector.options);
  const indicator = indicatorSpec(match.name)?.create(match.argsOf?.(options) ?? options);
  const { real, high, low, close, volume } = vector.inputs;
  const main = real ?? close ?? high ?? [];
  return main.map((price, i) => {
    const bar = { open: price, high: high?.[i] ?? price, low: low?.[i] ?? price, close: close?.[i] ?? price };
    indicator?.push({ ...bar, source: price, volume: volume?.[i] ?? 0, day: 1, minute: 555, barMinutes: 1 });
    return (indicator?.value(output) ?? Number.NaN) * (match.scale ?? 1);
  });
}

// The published vectors are not part of the repository: they are read where they are at hand.
describe.skipIf(!present)('vectors published with Tulip Indicators', () => {
  const vectors: Published[] = present ? JSON.parse(gunzipSync(readFileSync(FILE)).toString()) : [];

  test.each(Object.entries(MATCHES))('%s is met to the three decimals that are printed', (theirs, match) => {
    const published = vectors.filter((vector) => vector.indicator === theirs);
    expect(published.length).toBeGreaterThan(0);
    for (const vector of published) {
      for (const [output, expected] of Object.entries(vector.outputs)) {
        const ours = ourColumn(vector, match, match.outputs[output] ?? '').slice(-expected.length);
        ours.forEach((value, i) => {
          expect(Math.abs(value - (expected[i] ?? Number.NaN)), `${vector.file} ${output} ${i}`).toBeLessThan(0.0011);
        });
      }
    }
  });
});
