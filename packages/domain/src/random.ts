/** A seeded stream of pseudo-random numbers. Equal seeds give equal streams on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  readonly next: () => number;
  /** Standard normal. */
  readonly gauss: () => number;
  /** Whole number in [0, below). */
  readonly int: (below: number) => number;
}

/** 32-bit FNV-1a with a final avalanche: short keys that differ in one letter give unrelated seeds. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** splitmix32: spreads one seed over the four words of state that xoshiro needs. */
function splitMix(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
}

/** xoshiro128** (Blackman and Vigna) keyed by the parts of a name, such as seed, date and symbol. */
export function createRandom(...key: readonly (string | number)[]): Random {
  const seeds = splitMix(hashOf(key.join('\u0001')));
  let [a, b, c, d] = [seeds(), seeds(), seeds(), seeds()];
  let spare: number | undefined;

  const next = (): number => {
    const scaled = Math.imul(b, 5);
    const result = Math.imul((scaled << 7) | (scaled >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return (result >>> 0) / 0x1_0000_0000;
  };

  return {
    next,
    int: (below) => Math.floor(next() * below),
    gauss: () => {
      if (spare !== undefined) {
        const value = spare;
        spare = undefined;
        return value;
      }
      // Box–Muller; 1 − u keeps the logarithm away from zero.
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      const angle = 2 * Math.PI * next();
      spare = radius * Math.sin(angle);
      return radius * Math.cos(angle);
    },
  };
}
