import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureCalls } from './calls.ts';
import { measureMemory } from './memory.ts';
import { measurePages } from './pages.ts';
import { medianOfChildren, runChild } from './run-child.ts';

/**
 * `npm run bench`: one table, each figure beside what it is measured against in the same run. Ratios count; the
 * absolute figures are this machine's. `--write` puts the table into docs/benchmarks.md; `--trades 10000` stores ten
 * million trades for the lists instead of one; `--only calls` measures one part.
 */
interface Row {
  readonly what: string;
  readonly ours: string;
  readonly reference: string;
  readonly ratio: string;
}

const { values: options } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    /** Stored for each of the thousand people while lists are read. */
    trades: { type: 'string', default: '1000' },
    only: { type: 'string' },
  },
});
const STORED = { users: 1_000, tricksEach: 6, tradesEach: Number(options.trades) };
if (!(Number.isInteger(STORED.tradesEach) && STORED.tradesEach > 0)) {
  throw new Error(`--trades ${options.trades}: write a whole number of trades for each person, such as 10000`);
}
const PROCESSES = 5;

const startedAt = performance.now();
const rows: Row[] = [];
const parts = {
  decode: decodeRows,
  ticks: tickRows,
  send: sendRows,
  backtest: backtestRows,
  wide: wideRows,
  sweep: sweepRows,
  calls: callRows,
  pages: pageRows,
  memory: memoryRows,
};
if (options.only !== undefined && !(options.only in parts)) {
  throw new Error(`--only ${options.only}: there are ${Object.keys(parts).join(', ')}`);
}
for (const [name, measure] of Object.entries(parts)) {
  if (options.only === undefined || options.only === name) await measure();
}
const text = document(rows);
process.stdout.write(`\n${text}`);
if (options.write) writeFileSync(join(import.meta.dirname, '../../docs/benchmarks.md'), text);

async function decodeRows(): Promise<void> {
  const decode = await medianOfChildren(3, 'decode-child.ts');
  const big = decode['bigIntPacketsPerSecond'];
  add('SnapQuote decode, the fields an engine needs', {
    ours: decode['packetsPerSecond'],
    unit: 'packets/s',
    reference: big,
    of: 'full packet by BigInt',
  });
  add('SnapQuote decode, full object with depth', {
    ours: decode['fullPacketsPerSecond'],
    unit: 'packets/s',
    reference: big,
    of: 'full packet by BigInt',
  });
}

async function tickRows(): Promise<void> {
  for (const tricks of [100, 1_000]) {
    const { ticksPerSecond } = await medianOfChildren(3, 'ticks-child.ts', String(tricks));
    add(`Ticks through bars and ${tricks} running tricks`, {
      ours: ticksPerSecond,
      unit: 'ticks/s',
      reference: 100_000,
      of: 'budget (1,000 tricks, one core)',
    });
  }
}

async function sendRows(): Promise<void> {
  for (const tricks of [1, 100, 1_000]) {
    const figures = await runChild('send-child.ts', String(tricks));
    const what = `Bar to order sent, stored in between, ${tricks} running`;
    const waits = `${figures['statements']} statements; one row alone takes ${figure(figures['commitP50Ms'])} ms`;
    const budget = (ms: number) => ({ unit: 'ms', reference: ms, of: 'budget (100 tricks)' });
    add(`${what}, p50 (${waits})`, { ours: figures['p50Ms'], ...budget(1) });
    add(`${what}, p99`, { ours: figures['p99Ms'], ...budget(5) });
    add(`${what}, ${Math.min(tricks, 100)} at once, p50`, { ours: figures['burstP50Ms'], ...budget(1) });
    add(`${what}, ${Math.min(tricks, 100)} at once, p99`, { ours: figures['burstP99Ms'], ...budget(5) });
  }
}

async function backtestRows(): Promise<void> {
  const works = [
    ['W1, SMA 20/50, 1M bars, charges and reasons', 'W1', '1000000', 'entry_bar'],
    ['W1, 100k bars', 'W1', '100000', 'entry_bar'],
    ['W2, RSI 14 with stop and target, 1M bars', 'W2', '1000000', 'entry_bar'],
    ['W2, stops from the next bar', 'W2', '1000000', 'next_bar'],
  ] as const;
  for (const [what, ...flags] of works) {
    const result = await medianOfChildren(PROCESSES, 'backtest-child.ts', ...flags);
    const note = `${Math.round(result['trades'] ?? 0)} trades, ${Math.round(result['peakMegabytes'] ?? 0)} MB at most`;
    const reference = `hand-written streaming, no charges (${result['referenceTrades']} trades)`;
    add(`${what} (${note})`, {
      ours: result['barsPerSecond'],
      unit: 'bars/s',
      reference: result['referenceBarsPerSecond'],
      of: reference,
    });
  }
}

/** Bars are made and packed before; reading them from the database is not in it. */
async function wideRows(): Promise<void> {
  const works = [
    ['a year', '92000'],
    ['five years', '460000'],
  ] as const;
  for (const [span, bars] of works) {
    const result = await runChild('wide-child.ts', '50', bars);
    const rounded = (name: string): number => Math.round(result[name] ?? Number.NaN);
    const took = `run in ${figure((result['ranMs'] ?? 0) / 1_000)} s, judged in ${figure((result['judgedMs'] ?? 0) / 1_000)} s`;
    const stored = `${rounded('trades')} trades, bars packed into ${rounded('packedMegabytes')} MB, ${took}`;
    add(`Fifty instruments, ${span} of minutes each, memory at most (${stored})`, {
      ours: result['peakMegabytes'],
      unit: 'MB',
      reference: 1_000,
      of: 'budget (five years)',
    });
  }
}

/** W3 on one thread, and on as many as the machine has cores. */
async function sweepRows(): Promise<void> {
  for (const threads of [1, 2]) {
    const result = await medianOfChildren(PROCESSES, 'sweep-child.ts', String(threads));
    const cores = threads === 1 ? 'one core' : `${threads} cores`;
    add(`W3, 200 pairs of lengths for W1 on 100k bars, ${cores} (${result['trades']} trades)`, {
      ours: result['barsPerSecond'],
      unit: 'bars/s',
      reference: result['referenceBarsPerSecond'],
      of: `hand-written streaming, no charges, ${cores} (${result['referenceTrades']} trades)`,
    });
  }
}

async function callRows(): Promise<void> {
  const { small, full } = await measureCalls(STORED);
  const { bare, query } = full;
  const one = `one query of 50 rows, ${Math.round(query.bytes / 1_000)} kB`;
  add('bare Fastify: validation and token', {
    ours: bare.callsPerSecond,
    unit: 'calls/s',
    reference: query.callsPerSecond,
    of: one,
  });
  add('bare Fastify, p99', { ours: bare.p99Ms, unit: 'ms', reference: query.p99Ms, of: one });
  const stored = `${figure(STORED.users * STORED.tradesEach)} trades stored`;
  for (const call of ['mytrick', 'tradehistory', 'usernotificationlist'] as const) {
    const [ours, before] = [full[call], small[call]];
    const what = `${call}, ${STORED.users} people, ${stored}`;
    const kilobytes = `${(ours.bytes / 1_000).toFixed(1)} kB`;
    const calls = { unit: 'calls/s', of: one };
    add(`${what}, ${kilobytes}`, { ours: ours.callsPerSecond, reference: query.callsPerSecond, ...calls });
    add(`${what}, p99`, { ours: ours.p99Ms, unit: 'ms', reference: query.p99Ms, of: one });
    add(`${what}, beside few`, {
      ours: ours.callsPerSecond / query.callsPerSecond,
      unit: 'of the query’s calls',
      reference: before.callsPerSecond / small.query.callsPerSecond,
      of: 'with about 10,000 trades stored',
    });
  }
}

/** A first visit on a slow phone, and the first page at a desk while the market runs. */
async function pageRows(): Promise<void> {
  const { loginPaintMs, homePaintMs, longestTaskMs, tickToPixel, scroll, firstResult } = await measurePages();
  const phone = 'largest paint of a first visit, slow 4G and a quarter of a core';
  const budget = { unit: 'ms', of: 'budget' };
  add(`/login, ${phone}`, { ours: loginPaintMs, reference: 2_300, ...budget });
  add(`/ signed in, ${phone}`, { ours: homePaintMs, reference: 2_300, unit: 'ms', of: 'the sign-in’s budget' });
  add('/ signed in, longest task while figures follow the market', {
    ours: longestTaskMs,
    reference: 100,
    ...budget,
  });
  const pixel = `Tick to pixel, ${tickToPixel.prices} prices of the indices on /`;
  add(`${pixel}, p50`, { ours: tickToPixel.p50Ms, reference: 250, unit: 'ms', of: 'budget (p95)' });
  add(`${pixel}, p95`, { ours: tickToPixel.p95Ms, reference: 250, ...budget });
  add(`${scroll.rows} trades of a back-test scrolled (19 of 20 frames within ${figure(scroll.p95Ms)} ms)`, {
    ours: scroll.framesPerSecond,
    unit: 'frames/s',
    reference: 60,
    of: 'budget',
  });
  add(`Five years of minutes of one share, from the click to the result (${firstResult.trades} trades)`, {
    ours: firstResult.shownAfterMs,
    reference: 1_000,
    ...budget,
  });
}

async function memoryRows(): Promise<void> {
  // Only Linux says what a process holds alone.
  if (process.platform !== 'linux') return;
  const { parts: processes, megabytes, readyAfterMs } = await measureMemory();
  add('Ready after a first start, the app built before', {
    ours: readyAfterMs / 1_000,
    unit: 's',
    reference: 20,
    of: 'budget',
  });
  const list = processes.map((part) => `${part.part} ${part.megabytes.toFixed(0)}`).join(', ');
  add(`All processes, market running, at most (${list})`, {
    ours: megabytes,
    unit: 'MB',
    reference: 700,
    of: 'budget',
  });
}

interface Measured {
  readonly ours: number | undefined;
  readonly unit: string;
  readonly reference: number | undefined;
  /** What the reference is. */
  readonly of: string;
}

function add(what: string, { ours, unit, reference, of }: Measured): void {
  const row = {
    what,
    ours: `${figure(ours)} ${unit}`,
    reference: `${figure(reference)} ${unit}: ${of}`,
    ratio: ((ours ?? Number.NaN) / (reference ?? Number.NaN)).toFixed(2),
  };
  rows.push(row);
  process.stderr.write(`${row.what}: ${row.ours} (${row.ratio} × ${row.reference})\n`);
}

function figure(value = Number.NaN): string {
  if (value >= 1_000_000) return `${(value / 1_000_000).toFixed(2)}M`;
  return value >= 1_000 ? Math.round(value).toLocaleString('en') : value.toFixed(1);
}

function document(table: readonly Row[]): string {
  const [cpu] = cpus();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname })
    .toString()
    .trim();
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  return [
    '# Benchmarks',
    '',
    'Made by `npm run bench -- --write`; every row is measured beside its reference in the same run. Ratios count: the',
    'absolute figures are those of one machine, which does other work too.',
    '',
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, Node.js ${process.version}, ${cpu?.model ?? 'unknown processor'} × ${availableParallelism()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${seconds} s in all.`,
    '',
    '| what | ours | beside | ratio |',
    '|---|---|---|---|',
    ...table.map(({ what, ours, reference, ratio }) => `| ${what} | ${ours} | ${reference} | ${ratio} |`),
    '',
    'Back-tests, ticks and decoding run in several processes each and the middle figure counts. Calls are made over 32',
    'connections on loopback by a generator on the same cores, in three rounds that take turns.',
    '',
    'Where a back-test’s time goes, in steady state: a quarter works out the columns of its indicators and conditions, the rest',
    'is what trades cost, about two microseconds each with charges, reasons and path rules; decisions 46 and 63 say how it came',
    'to that. The hand-written loop neither charges nor records. W1 and W2 run on a thread that has rehearsed other strategies,',
    'as the product’s do before they are asked; so do all threads of W3, where what is still to be compiled shares two cores with',
    'what runs.',
    '',
    'From a bar to the order sent: from the moment at which the live runner hears of a closed bar to the moment at which',
    'the request leaves the desk. In it: the decision, one transaction with the state of the run, the decision, the',
    'intent, the limits over the whole account and the broker order with its tag, its durable commit, and the last look',
    'at the right to act. Not in it: the bus from the feed, the network, and what is told after the order (the trade log,',
    'alerts, the events for the browser; decision 10 says why, and where the time goes). Meanwhile every instrument ticks',
    'once a second; ten tricks share an account; PostgreSQL is on the same cores.',
    '',
  ].join('\n');
}
