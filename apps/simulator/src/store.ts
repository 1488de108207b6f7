import type { SimulatorStore, StoredClock, StoredSession } from '@trickdesk/brokers/simulator';
import { createDatabase, migrate, simulatorMigrations } from '@trickdesk/db';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { keepTrying } from './keep-trying.ts';

interface SessionTable {
  jwt_token: string;
  client_code: string;
  refresh_token: string;
  feed_token: string;
  created_at: Date;
  expires_at: Date;
  live: boolean;
  refreshable: boolean;
}

interface SimulatorSchema {
  sim_session: SessionTable;
  sim_totp: { client_code: string; last_step: number };
  /** `position_ms` is exchange time in milliseconds, as double: exact far beyond the calendar. */
  sim_clock: { source_key: string; position_ms: number; paused: boolean };
  sim_setting: { name: string; value: string };
  sim_order_row: { source_key: string; kind: string; key: string; body: string };
  sim_document: { kind: string; key: string; body: string };
}

/** Sessions older than this are of no use to anybody. */
const KEPT_DAYS = 3;
const START_PATIENCE_MS = 30_000;
const CALL_PATIENCE_MS = 3_000;
const FAULTS = 'faults';
/** So that no statement has more parameters than PostgreSQL takes. */
const ROWS_AT_ONCE = 1_000;

/**
 * Opens the simulator's database, waiting up to 30 s for one that is still starting. Later statements are repeated for
 * three seconds, so that a restart of the server is not noticed by callers.
 */
export async function openStore(url: string): Promise<SimulatorStore> {
  await keepTrying(() => migrate(url, simulatorMigrations), START_PATIENCE_MS);
  const database = createDatabase<SimulatorSchema>({ target: url, maxConnections: 3 });
  const db = database.kysely;
  const patient = <T>(work: () => Promise<T>): Promise<T> => keepTrying(work, CALL_PATIENCE_MS);

  return {
    loadSessions: () =>
      patient(async () => {
        await sql`DELETE FROM sim_session WHERE expires_at < now() - ${KEPT_DAYS} * interval '1 day'`.execute(db);
        const rows = await db.selectFrom('sim_session').selectAll().orderBy('created_at').execute();
        return rows.map(sessionOf);
      }),
    saveSession: (session) =>
      patient(async () => {
        const row = rowOf(session);
        await db
          .insertInto('sim_session')
          .values(row)
          .onConflict((conflict) =>
            conflict.column('jwt_token').doUpdateSet({
              expires_at: row.expires_at,
              live: row.live,
              refreshable: row.refreshable,
            }),
          )
          .execute();
      }),
    loadTotpSteps: () =>
      patient(async () => {
        const rows = await db.selectFrom('sim_totp').selectAll().execute();
        return new Map(rows.map((row) => [row.client_code, row.last_step]));
      }),
    saveTotpStep: (clientCode, step) =>
      patient(async () => {
        await db
          .insertInto('sim_totp')
          .values({ client_code: clientCode, last_step: step })
          .onConflict((conflict) => conflict.column('client_code').doUpdateSet({ last_step: step }))
          .execute();
      }),
    loadClock: (sourceKey) =>
      patient(async () => {
        const row = await db.selectFrom('sim_clock').selectAll().where('source_key', '=', sourceKey).executeTakeFirst();
        return row && { position: row.position_ms, paused: row.paused };
      }),
    saveClock: (sourceKey, clock) => patient(() => writeClock(db, sourceKey, clock)),
    loadFaults: () =>
      patient(async () => {
        const row = await db.selectFrom('sim_setting').select('value').where('name', '=', FAULTS).executeTakeFirst();
        return row?.value;
      }),
    saveFaults: (value) =>
      patient(async () => {
        await db
          .insertInto('sim_setting')
          .values({ name: FAULTS, value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute();
      }),
    ...documentsIn(db, patient),
    ...orderRowsIn(db, patient),
    close: database.close,
  };
}

type Patience = <T>(work: () => Promise<T>) => Promise<T>;

function documentsIn(
  db: Kysely<SimulatorSchema>,
  patient: Patience,
): Pick<SimulatorStore, 'loadDocuments' | 'saveDocument'> {
  return {
    loadDocuments: (kind) =>
      patient(async () => {
        const rows = await db.selectFrom('sim_document').select('body').where('kind', '=', kind).execute();
        return rows.map((row) => row.body);
      }),
    saveDocument: (kind, key, body) =>
      patient(async () => {
        await db
          .insertInto('sim_document')
          .values({ kind, key, body })
          .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet({ body }))
          .execute();
      }),
  };
}

/** Rows of the order desk: one statement for those that stay, one for each kind that loses some. */
function orderRowsIn(
  db: Kysely<SimulatorSchema>,
  patient: Patience,
): Pick<SimulatorStore, 'loadOrderRows' | 'saveOrderRows'> {
  return {
    loadOrderRows: (sourceKey) =>
      patient(async () => {
        const rows = await db.selectFrom('sim_order_row').selectAll().where('source_key', '=', sourceKey).execute();
        return rows.map(({ kind, key, body }) => ({ kind, key, json: body }));
      }),
    saveOrderRows: (sourceKey, changes, clock) =>
      patient(() =>
        db.transaction().execute(async (tx) => {
          const kept = changes.flatMap(({ kind, key, json }) =>
            json === null ? [] : [{ source_key: sourceKey, kind, key, body: json }],
          );
          for (let from = 0; from < kept.length; from += ROWS_AT_ONCE) {
            await tx
              .insertInto('sim_order_row')
              .values(kept.slice(from, from + ROWS_AT_ONCE))
              .onConflict((conflict) =>
                conflict
                  .columns(['source_key', 'kind', 'key'])
                  .doUpdateSet((row) => ({ body: row.ref('excluded.body') })),
              )
              .execute();
          }
          const gone = changes.filter((change) => change.json === null);
          for (const kind of new Set(gone.map((change) => change.kind))) {
            const keys = gone.filter((change) => change.kind === kind).map((change) => change.key);
            await tx
              .deleteFrom('sim_order_row')
              .where('source_key', '=', sourceKey)
              .where('kind', '=', kind)
              .where('key', '=', sql<string>`ANY(${keys})`)
              .execute();
          }
          await writeClock(tx, sourceKey, clock);
        }),
      ),
  };
}

async function writeClock(db: Kysely<SimulatorSchema>, sourceKey: string, clock: StoredClock): Promise<void> {
  const value = { position_ms: clock.position, paused: clock.paused };
  await db
    .insertInto('sim_clock')
    .values({ source_key: sourceKey, ...value })
    .onConflict((conflict) => conflict.column('source_key').doUpdateSet(value))
    .execute();
}

function sessionOf(row: Selectable<SessionTable>): StoredSession {
  return {
    clientCode: row.client_code,
    jwtToken: row.jwt_token,
    refreshToken: row.refresh_token,
    feedToken: row.feed_token,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    live: row.live,
    refreshable: row.refreshable,
  };
}

function rowOf(session: StoredSession): Insertable<SessionTable> {
  return {
    client_code: session.clientCode,
    jwt_token: session.jwtToken,
    refresh_token: session.refreshToken,
    feed_token: session.feedToken,
    created_at: new Date(session.createdAt),
    expires_at: new Date(session.expiresAt),
    live: session.live,
    refreshable: session.refreshable,
  };
}
