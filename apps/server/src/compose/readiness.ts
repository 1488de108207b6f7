import { type Database, migrations } from '@trickdesk/db';
import { MOST_INSTRUMENTS } from '../features/market-data/index.ts';
import { NotReady, type ReadinessCheck } from '../http/health.ts';
import type { GaugeSource } from '../http/metrics.ts';
import {
  countAwakeRunners,
  countOfferedInstruments,
  readAppliedMigrations,
  readNewestMarketClock,
  readProductFigures,
  readServerVersion,
} from '../platform/health-store.ts';
import type { Foundation } from './foundation.ts';

/** The feed writes its clock every second; this much silence means that it is not running. */
const FEED_SILENCE_MS = 30_000;

export function readinessChecks({ database, clock }: Foundation): ReadinessCheck[] {
  return [
    { name: 'database', required: true, check: () => checkDatabase(database) },
    { name: 'migrations', required: true, check: () => checkMigrations(database) },
    // Without prices people still sign in and read what they have, so the api stays in the balancer.
    { name: 'feed', required: false, check: () => checkFeed(database, clock.now) },
    { name: 'instruments', required: false, check: () => checkInstruments(database) },
    { name: 'runners', required: false, check: () => checkRunners(database) },
  ];
}

async function checkDatabase({ kysely }: Database): Promise<string> {
  return `PostgreSQL ${(await readServerVersion(kysely)) ?? ''}`.trim();
}

async function checkMigrations({ kysely }: Database): Promise<string> {
  const done = await readAppliedMigrations(kysely);
  const missing = Object.keys(migrations).filter((name) => !done.has(name));
  if (missing.length > 0) throw new NotReady(`not yet applied: ${missing.join(', ')}`);
  return `${done.size} applied`;
}

async function checkFeed({ kysely }: Database, now: () => number): Promise<string> {
  const newest = await readNewestMarketClock(kysely);
  if (!newest) throw new NotReady('no price has come yet');
  const silenceMs = now() - newest.seen_at.getTime();
  if (silenceMs > FEED_SILENCE_MS) throw new NotReady(`silent for ${Math.round(silenceMs / 1000)} seconds`);
  if (newest.feed !== 'live') throw new NotReady(`${newest.dataset} is ${newest.feed}`);
  return `${newest.dataset} is live`;
}

async function checkInstruments({ kysely }: Database): Promise<string> {
  const offered = await countOfferedInstruments(kysely);
  const without = offered - MOST_INSTRUMENTS;
  if (without > 0)
    throw new NotReady(`${offered} are offered, and the broker's feed has no room for ${without} of them`);
  return `${offered} offered`;
}

async function checkRunners({ kysely }: Database): Promise<string> {
  const awake = await countAwakeRunners(kysely);
  if (awake === 0) throw new NotReady('none is awake, so tricks stand still');
  return `${awake} awake`;
}

/** Figures of the whole product that any process can read from the database. */
export function databaseGauges({ database, clock }: Foundation): GaugeSource {
  return {
    gauges: {
      trickdesk_sessions_open: 'Sessions that have not ended',
      trickdesk_deployments_running: 'Running copies of strategies, paper and live',
      trickdesk_deployments_halted: 'Copies halted by a risk rule or a fault',
      trickdesk_positions_open: 'Open positions, paper and live',
      trickdesk_feed_silence_seconds: 'Time since the feed last wrote its clock',
      trickdesk_database_connections: 'Connections to this database',
    },
    read: async () => {
      const figures = await readProductFigures(database.kysely, new Date(clock.now()));
      if (!figures) return {};
      return {
        trickdesk_sessions_open: figures.sessions,
        trickdesk_deployments_running: figures.running,
        trickdesk_deployments_halted: figures.halted,
        trickdesk_positions_open: figures.positions,
        ...(figures.silence === null ? {} : { trickdesk_feed_silence_seconds: figures.silence }),
        trickdesk_database_connections: figures.connections,
      };
    },
  };
}
