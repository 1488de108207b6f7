import { scaledCount } from '@trickdesk/testkit';
import { expect, test } from 'vitest';
import { factsOf, type Market, quietWalk, risingWalk, trendingWalk, wildWalk } from './testing/swept-walk.ts';
import { FALSE_POSITIVE_PCT, type VerdictFacts, verdictOf } from './verdict.ts';

interface Claims {
  readonly markets: number;
  readonly none: number;
  readonly some: number;
  /** Verdicts other than `none`, and how many they had been had the trials not been told. */
  readonly claimed: number;
  readonly claimedUntold: number;
}

/**
 * How often each verdict is given over the markets of the first seeds.
 *
 * @param fewest a rate over fewer says nothing, whatever the scale
 */
function claims(market: Market, what: string, fewest: number): Claims {
  const markets = scaledCount(what, fewest, fewest);
  const told = { none: 0, weak: 0, some: 0 };
  const untold = { none: 0, weak: 0, some: 0 };
  for (let seed = 0; seed < markets; seed += 1) {
    const facts = factsOf(market, seed);
    told[verdictOf(facts).evidence] += 1;
    untold[verdictOf(withTrialsUntold(facts)).evidence] += 1;
  }
  return {
    markets,
    none: told.none,
    some: told.some,
    claimed: markets - told.none,
    claimedUntold: markets - untold.none,
  };
}

/** The same, said to be the only parameters that were tried. */
function withTrialsUntold(facts: VerdictFacts): VerdictFacts {
  const told = facts.deflatedSharpe;
  return {
    ...facts,
    deflatedSharpe: told && { ...told, trials: 1, luckySharpe: 0, confidence: told.confidenceUndeflated },
  };
}

/**
 * The most claims among so many markets that the stated rate explains: if each is made with that chance, more come up in
 * less than one of a thousand runs (binomial, exact).
 */
function mostClaims(markets: number): number {
  const rate = FALSE_POSITIVE_PCT / 100;
  let chance = (1 - rate) ** markets;
  let sum = chance;
  let claims = 0;
  while (sum < 0.999) {
    chance *= ((markets - claims) / (claims + 1)) * (rate / (1 - rate));
    claims += 1;
    sum += chance;
  }
  return claims;
}

test('the bound is the binomial one', () => {
  // Twenty markets: 0.95²⁰ = 0.358 make no claim; up to five claims are 0.99967, up to four 0.9974.
  expect(mostClaims(20)).toBe(5);
});

test.each([
  ['that go nowhere', quietWalk],
  ['with calm, wild and extreme days', wildWalk],
])('the best of a sweep over random walks %s is said to have an edge no more often than stated', (what, market) => {
  const { markets, claimed } = claims(market, `random walks ${what}`, 80);
  expect(claimed).toBeLessThanOrEqual(mostClaims(markets));
});

test('so is it where the market rises for everybody; who does not tell the trials is told of an edge too often', () => {
  const { markets, claimed, claimedUntold } = claims(risingWalk, 'random walks that rise', 200);
  expect(claimed).toBeLessThanOrEqual(mostClaims(markets));
  expect(claimedUntold).toBeGreaterThan(mostClaims(markets));
});

test('an edge that is there is seen in most cases', () => {
  const { markets, none, some } = claims(trendingWalk, 'markets with an edge', 40);
  expect(none).toBeLessThan(markets * 0.25);
  expect(some).toBeGreaterThan(markets * 0.2);
});
