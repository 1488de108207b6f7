import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { measureCalls } from './calls.ts';
import { measureMemory } from './memory.ts';
import { medianOfChildren, runChild } from './run-child.ts';

/**
 * `npm run bench`: one table, each figure beside what it is measured against in the same run. Ratios count; the
 * absolute figures are this machine's. `--write` puts the table into docs/benchmarks.md.
 */
interface Row {
  readonly what: string;
  readonly ours: string;
  readonly reference: string;
  readonly ratio: string;
}

/** People and trades that are stored while `mytrick` is called; `BENCH_TRADES` trades for each person. */
const STORED = { users: 1_000, tricksEach: 6, tradesEach: Number(process.env['BENCH_TRADES'] ?? '200') };
const PROCESSES = 5;

const startedAt = performance.now();
const rows: Row[] = [];
await decodeRows();
await tickRows();
await sendRows();
await backtestRows();
await callRows();
await memoryRow();
const text = document(rows);
process.stdout.write(`\n${text}`);
if (process.argv.includes('--write')) writeFileSync(join(import.meta.dirname, '../../docs/benchmarks.md'), text);

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

async function callRows(): Promise<void> {
  const { bare, query, mytrick } = await measureCalls(STORED);
  const stored = `${STORED.users} people × ${STORED.tradesEach} trades stored`;
  const one = `one query of 50 rows, ${Math.round(query.bytes / 1_000)} kB`;
  add('bare Fastify: validation and token', {
    ours: bare.callsPerSecond,
    unit: 'calls/s',
    reference: query.callsPerSecond,
    of: one,
  });
  add(`mytrick, ${stored}, ${Math.round(mytrick.bytes / 1_000)} kB`, {
    ours: mytrick.callsPerSecond,
    unit: 'calls/s',
    reference: query.callsPerSecond,
    of: one,
  });
  add('mytrick, p99', { ours: mytrick.p99Ms, unit: 'ms', reference: query.p99Ms, of: one });
  add('bare Fastify, p99', { ours: bare.p99Ms, unit: 'ms', reference: query.p99Ms, of: one });
}

async function memoryRow(): Promise<void> {
  // Only Linux says what a process holds alone.
  if (process.platform !== 'linux') return;
  const { parts, megabytes } = await measureMemory();
  const list = parts.map((part) => `${part.part} ${part.megabytes.toFixed(0)}`).join(', ');
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
    'From a bar to the order sent: from the moment at which the live runner hears of a closed bar to the moment at which',
    'the request leaves the desk. In it: the decision, one transaction with the state of the run, the decision, the order,',
    'the trade log, the limits over the whole account and the events for the browser, its durable commit, and the last',
    'look at the right to act. Not in it: the bus from the feed, and the network. Meanwhile every instrument ticks once a',
    'second; ten tricks share an account; PostgreSQL is on the same cores.',
    '',
  ].join('\n');
}
