import { setTimeout as sleep } from 'node:timers/promises';
import { createCalendar, type EpochMs, indiaDateOf, NSE_CALENDAR, type Session } from '@trickdesk/domain';
import pg from 'pg';
import { linkSimulated, stayLinked } from '../../../e2e/src/prepared-person.ts';
import { startProduct } from '../../../e2e/src/product.ts';
import { seeded } from '../../../e2e/src/seeded.ts';
import { renew } from '../people.ts';
import { differencesOf } from './books.ts';
import { type Harm, harmOf } from './harm.ts';
import { actAtRandom, type Owner, openOwner } from './owners.ts';
import { readBooks } from './read-books.ts';

/**
 * `npm run soak:days`: whole days of live trading at the simulated broker, each in some minutes, while processes are
 * killed and paused, the broker fails, and owners deal by hand. Three times a day the market is held and the books are
 * compared; each evening nothing intraday is held, and the product's own comparison agrees. It fails with what was found. `npm run soak:days -- 5` plays five
 * days; `SEED` and `START` (a date) choose which. Linux only.
 */
const DAYS = Number(process.argv[2] ?? '3');
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const START = process.env['START'] ?? '2025-07-09';
const CLIENT_CODES = ['S100302', 'S100308'];
const SPEED = 120;
/** So that the evening's comparisons are made: the simulator goes on to the next morning a minute after the close. */
const EVENING_SPEED = 2;
/** Before the close, in which nobody is harmed any more, and after it, in which what has come to an end is compared. */
const EVENING_MS = { before: 2 * 60_000, after: 55_000 };
const COMPARED_A_DAY = 3;
/** With the market held, what is still under way has come to rest by then. */
const AGREED_WITHIN_MS = 60_000;
const BACK_WITHIN_MS = 60_000;
const BETWEEN_ACTS_MS = 500;
const BETWEEN_HARM_MS = 2_000;

const calendar = createCalendar(NSE_CALENDAR);
const random = seeded(SEED);
const findings: string[] = [];
const acts = new Map<string, number>();
/** The market is held: nobody is harmed meanwhile. */
let isHeld = false;
say(`SEED=${SEED} START=${START}, ${DAYS} days`);
const settings = {
  ...{ SIM_START: `${START}T09:14:00+05:30`, SIM_SPEED: String(SPEED), SIM_SEED: String(SEED), CALLS_PER_MINUTE: '0' },
};
const product = await startProduct({ hasDemo: false, settings });
const database = new pg.Pool({ connectionString: product.databaseUrl(), max: 2 });
// The server is killed under its connections.
database.on('error', () => undefined);
try {
  // A simulator that was killed begins again at the set speed.
  await product.control('clock', { speed: 1 });
  await product.control('faults', { allowTotpReuse: true });
  const owners: Owner[] = [];
  for (const clientCode of CLIENT_CODES) owners.push(await openOwner(product, database, clientCode));
  const harm = harmOf(product, random);
  for (let day = 1; day <= DAYS; day += 1) {
    const session = sessionOf(await now());
    await playDay(owners, harm, session);
    await endDay(owners, session);
    if (day < DAYS) await passNight(owners, session);
  }
  for (const [what, count] of [...acts, ...harm.counts]) say(`${what}: ${count}`);
  await tellTotals();
} finally {
  await database.end();
  await product.stop();
}
say(findings.length === 0 ? 'nothing was found' : `${findings.length} findings:\n${findings.join('\n')}`);
process.exitCode = findings.length === 0 ? 0 : 1;

async function playDay(owners: readonly Owner[], harm: Harm, session: Session): Promise<void> {
  say(`${session.date}: ${owners.length} owners, ${owners.flatMap(({ tricks }) => tricks).length} tricks`);
  await product.control('clock', { speed: SPEED });
  const spanMs = session.closeAt - session.openAt;
  const compareAt = Array.from(
    { length: COMPARED_A_DAY },
    (_, i) => session.openAt + (spanMs * (i + 0.7)) / COMPARED_A_DAY,
  );
  const over = new AbortController();
  const harming = keepHarming(harm, over.signal);
  for (;;) {
    await sleep(BETWEEN_ACTS_MS * random() * 2);
    const at = await nowSoon();
    if (at >= session.closeAt - EVENING_MS.before) break;
    if (at >= (compareAt[0] ?? Number.POSITIVE_INFINITY)) {
      compareAt.shift();
      await compare(owners, harm, session);
    }
    const owner = owners[Math.floor(random() * owners.length)];
    if (!owner) continue;
    const { name, outcome } = await actAtRandom({ owner, random, product });
    acts.set(`${name} ${outcome}`, (acts.get(`${name} ${outcome}`) ?? 0) + 1);
    if (outcome.includes('INTERNAL')) findings.push(`${name}: ${outcome}`);
  }
  await product.control('clock', { speed: EVENING_SPEED });
  over.abort();
  await harming;
  await harm.end();
}

async function keepHarming(harm: Harm, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await sleep(BETWEEN_HARM_MS * random() * 2);
    if (!over.aborted && !isHeld) await harm.step();
  }
}

async function compare(owners: readonly Owner[], harm: Harm, { date }: Session): Promise<void> {
  isHeld = true;
  await harm.end();
  await product.control('clock', { pause: true });
  const deadline = performance.now() + AGREED_WITHIN_MS;
  let found: string[] = [];
  do {
    await sleep(1_000);
    await harm.end();
    found = [];
    for (const { clientCode } of owners) {
      const books = await readBooks({ product, database }, { clientCode, date, isOpen: true }).catch(String);
      found.push(...(typeof books === 'string' ? [books] : differencesOf(books)).map((one) => `${clientCode}: ${one}`));
    }
  } while (found.length > 0 && performance.now() < deadline);
  say(`  compared at ${clockText(await now())}: ${found.length} differences`);
  findings.push(...found.map((one) => `${date} ${one}`));
  await product.control('clock', { resume: true });
  isHeld = false;
}

/** What is left at the end of a day, before the next one begins, and what the product itself says of it. */
async function endDay(owners: readonly Owner[], { date, closeAt }: Session): Promise<void> {
  while ((await now()) < closeAt + EVENING_MS.after) await sleep(500);
  const reports = await database.query(
    `SELECT l.client_code AS code, r.status, r.body::text AS body
     FROM reconciliation_report r JOIN broker_link l ON l.id = r.broker_link_id WHERE r.day = $1`,
    [date],
  );
  const agreed = reports.rows.filter(({ status }) => status === 'agrees').length;
  if (agreed < owners.length) {
    const told = JSON.stringify(reports.rows).slice(0, 4_000);
    findings.push(`${date}: ${agreed} of ${owners.length} evening reports agree: ${told}`);
  }
  const open = await database.query(
    `SELECT p.symbol, p.deployment_id FROM position p JOIN deployment d ON d.id = p.deployment_id
     JOIN strategy_version v ON v.id = d.strategy_version_id
     WHERE p.status = 'open' AND p.mode = 'live' AND v.definition->>'product' = 'INTRADAY'`,
  );
  if (open.rows.length > 0) findings.push(`${date}: intraday positions outlive it: ${JSON.stringify(open.rows)}`);
  say(`  ${agreed} of ${owners.length} evening reports agree, ${open.rows.length} intraday positions are left`);
}

/** The simulator's clock goes on to the next morning by itself; everybody signs in anew then. */
async function passNight(owners: readonly Owner[], { closeAt }: Session): Promise<void> {
  const next = calendar.nextSession(closeAt);
  if (!next) throw new Error('the calendar has no further session');
  await product.control('clock', { speed: SPEED });
  while (indiaDateOf(await now()) !== next.date) await sleep(200);
  await renew(
    product.url,
    owners.map(({ signedIn }) => signedIn),
  );
  for (const { client, clientCode } of owners) {
    await stayLinked(client, clientCode).catch(() => linkSimulated(client, clientCode));
  }
  await product.control('clock', { speed: SPEED });
  while ((await now()) < next.openAt) await sleep(50);
}

async function tellTotals(): Promise<void> {
  const { rows } = await database.query(
    `SELECT count(*)::int AS orders, count(*) FILTER (WHERE filled_quantity > 0)::int AS executed,
            count(*) FILTER (WHERE role = 'protective')::int AS stops FROM broker_order`,
  );
  const halts = await database.query(
    `SELECT title, count(*)::int AS n FROM alert WHERE severity = 'urgent' GROUP BY 1 ORDER BY 2 DESC LIMIT 20`,
  );
  say(`${JSON.stringify(rows[0])}`);
  for (const { title, n } of halts.rows) say(`urgent alert, ${n} times: ${title}`);
}

/** As soon as a simulator that was killed is back. */
async function nowSoon(): Promise<EpochMs> {
  for (const deadline = performance.now() + BACK_WITHIN_MS; ; await sleep(BETWEEN_ACTS_MS)) {
    const at = await now().catch((error: unknown) => {
      if (performance.now() > deadline) throw error;
    });
    if (at !== undefined) return at;
  }
}

async function now(): Promise<EpochMs> {
  return (await product.control('state')).clock.epochMs;
}

function sessionOf(at: EpochMs): Session {
  const session = calendar.sessionOn(indiaDateOf(at));
  if (!session) throw new Error(`${indiaDateOf(at)} has no session`);
  return session;
}

function clockText(at: EpochMs): string {
  return new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Asia/Kolkata' });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
