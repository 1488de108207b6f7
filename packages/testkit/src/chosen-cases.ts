import fc from 'fast-check';

/**
 * How a property runs that counts what it saw: first the same cases in every run, then others at random. A count over
 * cases at random alone falls short of its bound in one run of some, whatever the code does.
 *
 * @param arbitraries those that the property is given, in its order
 * @param counts      `chosen`: as many as reach the bound by themselves; `random`: those that are new in each run
 */
export function chosenThenRandom<Drawn extends unknown[]>(
  arbitraries: { [Place in keyof Drawn]: fc.Arbitrary<Drawn[Place]> },
  { chosen, random }: { readonly chosen: number; readonly random: number },
): { readonly examples: Drawn[]; readonly numRuns: number } {
  const examples = fc.sample(fc.tuple<Drawn>(...arbitraries), { seed: 1, numRuns: chosen });
  return { examples, numRuns: chosen + random };
}
