/** What a minute of a soak was like. */
export interface Minute {
  readonly calls: number;
  /** From the moment at which a call was due, so that a call which waited for the one before it counts its wait. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of all processes together, at the minute's end. */
  readonly megabytes: number;
}

export interface Growth {
  readonly what: 'memory' | 'p50' | 'p99';
  readonly before: number;
  readonly after: number;
  readonly isGrown: boolean;
}

/** Of a run's minutes: until caches are full and what is often called is compiled. */
const SETTLING_SHARE = 0.1;
/** What two thirds of a sound run differ by on a machine that does other work too. */
const NOISE = { memory: 1.05, p50: 1.2, p99: 1.3 };
/** With fewer, a third is a minute. */
export const FEWEST_MINUTES = 5;

/**
 * Compares the last third of a run with its first, after it has settled, each by its middle minute.
 *
 * @throws RangeError for fewer minutes than make thirds
 */
export function growthOf(minutes: readonly Minute[]): Growth[] {
  if (minutes.length < FEWEST_MINUTES) {
    throw new RangeError(`${minutes.length} minutes are too few to tell growth: ${FEWEST_MINUTES} at least`);
  }
  const settled = minutes.slice(Math.ceil(minutes.length * SETTLING_SHARE));
  const third = Math.max(1, Math.floor(settled.length / 3));
  const compare = (what: Growth['what'], of: (minute: Minute) => number): Growth => {
    const before = median(settled.slice(0, third).map(of));
    const after = median(settled.slice(-third).map(of));
    return { what, before, after, isGrown: after > before * NOISE[what] };
  };
  return [
    compare('memory', ({ megabytes }) => megabytes),
    compare('p50', ({ p50Ms }) => p50Ms),
    compare('p99', ({ p99Ms }) => p99Ms),
  ];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
