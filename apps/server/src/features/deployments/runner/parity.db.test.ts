import { type Bar, type EpochMs, indiaMoment } from '@trickdesk/domain';
import { compileStrategy, parseDefinition, runBacktest, type StrategyDefinition } from '@trickdesk/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE } from '../../strategies/catalogue/index.ts';
import { baseFactsOf } from '../../strategies/index.ts';
import { newsOf } from '../testing/news.ts';
import { CALENDAR, randomMinutes, sessionsBefore } from '../testing/random-market.ts';
import { decisionBodies, openWorld, storeBlocks, tell, type World } from '../testing/world.ts';

/** Past the last session that is played. */
const END = indiaMoment('2026-10-01');
const SYMBOLS = [...new Set(CATALOGUE.flatMap(({ definition }) => definition.instruments.map(({ symbol }) => symbol)))];

interface Played {
  readonly world: World;
  /** By slug. */
  readonly deployments: ReadonlyMap<string, number>;
  readonly bars: ReadonlyMap<string, readonly Bar[]>;
  readonly startAt: EpochMs;
}

const entriesOf = (segment: 'intraday' | 'positional') => CATALOGUE.filter((entry) => entry.segment === segment);

/** Runs one half of the catalogue over days of random prices, told as a frictionless market tells them. */
async function play(
  segment: 'intraday' | 'positional',
  days: { readonly before: number; readonly played: number; readonly every: number },
): Promise<Played> {
  const world = await openWorld();
  const sessions = sessionsBefore(END, days.before + days.played);
  const startAt = (sessions[days.before]?.openAt ?? 0) - 60_000;
  const accountId = await world.account('asha');
  const bars = new Map<string, readonly Bar[]>();
  const series = [];
  for (const [i, symbol] of SYMBOLS.entries()) {
    const instrumentId = await world.instrument(symbol, symbol.endsWith('BEES') ? 'etf' : 'equity');
    const minutes = randomMinutes(sessions, { seed: i + 1, every: days.every });
    bars.set(symbol, minutes);
    await storeBlocks(world, instrumentId, minutes);
    series.push({ instrumentId, bars: minutes.filter((bar) => bar.openAt >= startAt) });
  }
  await world.setClock(startAt);
  const deployments = new Map<string, number>();
  for (const { slug, definition } of entriesOf(segment)) {
    const { id } = await world.deployments.clone(accountId, await world.strategy(slug, definition), undefined);
    await world.deployments.start({ accountId, deploymentId: id }, `start-${id}`);
    deployments.set(slug, id);
  }
  const { runner, stop } = await world.openRunner();
  expect(runner.held.length).toBe(deployments.size);
  tell(world, newsOf(series));
  await stop();
  return { world, deployments, bars, startAt };
}

function definitionOf(slug: string): StrategyDefinition {
  const parsed = parseDefinition(CATALOGUE.find((entry) => entry.slug === slug)?.definition);
  if (!parsed.ok) throw new Error(`no definition for ${slug}`);
  return parsed.definition;
}

/** The back-test of the same bars, from where the run's own warm-up began. */
async function backtestDecisions(slug: string, { world, deployments, bars, startAt }: Played): Promise<string[]> {
  const definition = definitionOf(slug);
  const { warmup_from: warmupFrom } = await world.testDb.db.kysely
    .selectFrom('deployment_run')
    .select('warmup_from')
    .where('deployment_id', '=', deployments.get(slug) ?? 0)
    .executeTakeFirstOrThrow();
  const result = runBacktest({
    strategy: compileStrategy(definition, {}, 'v1'),
    bases: definition.instruments.map(({ symbol }) =>
      baseFactsOf({ symbol, tickPaise: 5, lotSize: 1, kind: symbol.endsWith('BEES') ? 'etf' : 'equity' }, true),
    ),
    series: definition.instruments.map(({ symbol }) =>
      (bars.get(symbol) ?? []).filter((bar) => bar.openAt >= warmupFrom.getTime()),
    ),
    interval: '1m',
    settings: { capitalPaise: 1_00_000_00, quantityMultiplier: 1 },
    calendar: CALENDAR,
    costs: 'angelone',
    slippageBps: 0,
    tradeFrom: startAt,
    until: END,
    closeAtEnd: false,
  });
  return result.decisions.map((decision) => JSON.stringify(decision));
}

describe.each([
  ['intraday', { before: 90, played: 2, every: 1 }],
  ['positional', { before: 220, played: 40, every: 25 }],
] as const)('%s strategies of the catalogue', (segment, days) => {
  let played: Played;
  beforeAll(async () => {
    played = await play(segment, days);
  }, 120_000);
  afterAll(() => played.world.close());

  test.for(entriesOf(segment).map(({ slug }) => slug))(
    '%s decides in test mode, byte for byte, what its back-test decides',
    async (slug) => {
      const expected = await backtestDecisions(slug, played);
      const id = played.deployments.get(slug) ?? 0;
      expect(await decisionBodies(played.world, id)).toEqual(expected);
    },
  );

  test('most of them decided something: a parity of empty logs would prove nothing', async () => {
    const logs = await Promise.all(entriesOf(segment).map(({ slug }) => backtestDecisions(slug, played)));
    const counts = logs.map((log) => log.length);
    console.log(`decisions of ${segment} strategies: ${counts.join(' ')}`);
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(counts.length / 2);
  });
});
