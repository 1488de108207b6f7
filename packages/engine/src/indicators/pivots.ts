import { ofOutputs } from './kernel.ts';
import { type DayPrices, SESSION_BARS, SessionDays } from './session.ts';
import type { Indicator, IndicatorSpec } from './types.ts';

type Levels<Name extends string> = Readonly<Record<Name, (day: DayPrices) => number>>;

const middle = ({ high, low, close }: DayPrices): number => (high + low + close) / 3;
const range = ({ high, low }: DayPrices): number => high - low;

const CLASSIC: Levels<'pivot' | 'r1' | 'r2' | 'r3' | 's1' | 's2' | 's3'> = {
  pivot: middle,
  r1: (day) => 2 * middle(day) - day.low,
  r2: (day) => middle(day) + range(day),
  r3: (day) => day.high + 2 * (middle(day) - day.low),
  s1: (day) => 2 * middle(day) - day.high,
  s2: (day) => middle(day) - range(day),
  s3: (day) => day.low - 2 * (day.high - middle(day)),
};

const fibonacciAt = (share: number) => (day: DayPrices) => middle(day) + share * range(day);

const FIBONACCI: typeof CLASSIC = {
  pivot: middle,
  r1: fibonacciAt(0.382),
  r2: fibonacciAt(0.618),
  r3: fibonacciAt(1),
  s1: fibonacciAt(-0.382),
  s2: fibonacciAt(-0.618),
  s3: fibonacciAt(-1),
};

const camarillaAt = (divisor: number) => (day: DayPrices) => day.close + (range(day) * 1.1) / divisor;

const CAMARILLA: Levels<'pivot' | 'r1' | 'r2' | 'r3' | 'r4' | 's1' | 's2' | 's3' | 's4'> = {
  pivot: middle,
  r1: camarillaAt(12),
  r2: camarillaAt(6),
  r3: camarillaAt(4),
  r4: camarillaAt(2),
  s1: camarillaAt(-12),
  s2: camarillaAt(-6),
  s3: camarillaAt(-4),
  s4: camarillaAt(-2),
};

/** Levels made once a session from the one before; see `previous_day` for what it needs to have been fed. */
function pivots(levels: Levels<string>): Indicator {
  const days = new SessionDays();
  const makers = Object.entries(levels);
  const latest: Record<string, number> = Object.fromEntries(makers.map(([name]) => [name, Number.NaN]));
  return ofOutputs(latest, (input) => {
    if (!days.push(input)) return;
    for (const [name, make] of makers) latest[name] = make(days.previous);
  });
}

function spec(name: string, levels: Levels<string>): IndicatorSpec {
  return {
    name,
    parameters: [],
    takesSource: false,
    outputs: Object.keys(levels),
    warmup: () => 2 * SESSION_BARS,
    create: () => pivots(levels),
  };
}

export const PIVOTS: readonly IndicatorSpec[] = [
  spec('pivots', CLASSIC),
  spec('pivots_fibonacci', FIBONACCI),
  spec('pivots_camarilla', CAMARILLA),
];
