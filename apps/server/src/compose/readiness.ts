import { type Database, migrations } from '@trickdesk/db';
import { sql } from 'kysely';
import { NotReady, type ReadinessCheck } from '../http/health.ts';
import type { GaugeSource } from '../http/metrics.ts';
import type { Foundation } from './foundation.ts';

/** The feed writes its clock every second; this much silence means that it is not running. */
const FEED_SILENCE_MS = 30_000;

export function readinessChecks({ database, clock }: Foundation): ReadinessCheck[] {
  return [
    { name: 'database', required: true, check: () => checkDatabase(database) },
    { name: 'migrations', required: true, check: () => checkMigrations(database) },
    // Without prices people still sign in and read what they have, so the api stays in the balancer.
    { name: 'feed', required: false, check: () => checkFeed(database, clock.now) },
  ];
}

async function checkDatabase({ kysely }: Database): Promise<string> {
  const answer = await sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(kysely);
  return `PostgreSQL ${answer.rows[0]?.version ?? ''}`.trim();
}

async function checkMigrations({ kysely }: Database): Promise<string> {
  const rows = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(kysely);
  const done = new Set(rows.rows.map((row) => row.name));
  const missing = Object.keys(migrations).filter((name) => !done.has(name));
  if (missing.length > 0) throw new NotReady(`not yet applied: ${missing.join(', ')}`);
  return `${done.size} applied`;
}

async function checkFeed({ kysely }: Database, now: () => number): Promise<string> {
  const clocks = await kysely.selectFrom('market_clock').select(['dataset', 'seen_at', 'feed']).execute();
  const newest = clocks.toSorted((a, b) => b.seen_at.getTime() - a.seen_at.getTime())[0];
  if (!newest) throw new NotReady('no price has come yet');
  const silenceMs = now() - newest.seen_at.getTime();
  if (silenceMs > FEED_SILENCE_MS) throw new NotReady(`silent for ${Math.round(silenceMs / 1000)} seconds`);
  if (newest.feed !== 'live') throw new NotReady(`${newest.dataset} is ${newest.feed}`);
  return `${newest.dataset} is live`;
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
      const { rows } = await sql<Record<string, number>>`
        SELECT
          (SELECT count(*)::int FROM session_family WHERE ended_at IS NULL) AS trickdesk_sessions_open,
          (SELECT count(*)::int FROM deployment WHERE status = 'running') AS trickdesk_deployments_running,
          (SELECT count(*)::int FROM deployment WHERE status = 'halted') AS trickdesk_deployments_halted,
          (SELECT count(*)::int FROM position WHERE status = 'open') AS trickdesk_positions_open,
          (SELECT extract(epoch FROM ${new Date(clock.now())}::timestamptz - max(seen_at))::float8 FROM market_clock)
            AS trickdesk_feed_silence_seconds,
          (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database())
            AS trickdesk_database_connections
      `.execute(database.kysely);
      const figures = Object.entries(rows[0] ?? {}).filter(([, value]) => value !== null);
      return Object.fromEntries(figures);
    },
  };
}
