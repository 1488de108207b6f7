import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { measureCalls } from './calls.ts';
import { measureMemory } from './memory.ts';
import { medianOfChildren } from './run-child.ts';

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
await backtestRows();
await callRows();
await memoryRow();
const text = document(rows);
process.stdout.write(`\n${text}`);
if (process.argv.includes('--write')) writeFileSync(join(import.meta.dirname, '../../docs/benchmarks.md'), text);

async function decodeRows(): Promise<void> {
  const decode = await medianOfChildren(3, 'decode-child.ts');
  const big = decode['bigIntPacketsPerSecond'];
  add(
    'SnapQuote decode, the fields an engine needs',
    decode['packetsPerSecond'],
    'packets/s',
    big,
    'full packet by BigInt',
  );
  add(
    'SnapQuote decode, full object with depth',
    decode['fullPacketsPerSecond'],
    'packets/s',
    big,
    'full packet by BigInt',
  );
}

async function tickRows(): Promise<void> {
  for (const tricks of [100, 1_000]) {
    const { ticksPerSecond } = await medianOfChildren(3, 'ticks-child.ts', String(tricks));
    add(
      `Ticks through bars and ${tricks} running tricks`,
      ticksPerSecond,
      'ticks/s',
      100_000,
      'budget (1,000 tricks, one core)',
    );
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
    add(`${what} (${note})`, result['barsPerSecond'], 'bars/s', result['referenceBarsPerSecond'], reference);
  }
}

async function callRows(): Promise<void> {
  const { bare, query, mytrick } = await measureCalls(STORED);
  const stored = `${STORED.users} people × ${STORED.tradesEach} trades stored`;
  const one = `one query of 50 rows, ${Math.round(query.bytes / 1_000)} kB`;
  add('bare Fastify: validation and token', bare.callsPerSecond, 'calls/s', query.callsPerSecond, one);
  add(
    `mytrick, ${stored}, ${Math.round(mytrick.bytes / 1_000)} kB`,
    mytrick.callsPerSecond,
    'calls/s',
    query.callsPerSecond,
    one,
  );
  add('mytrick, p99', mytrick.p99Ms, 'ms', query.p99Ms, one);
  add('bare Fastify, p99', bare.p99Ms, 'ms', query.p99Ms, one);
}

async function memoryRow(): Promise<void> {
  // Only Linux says what a process holds alone.
  if (process.platform !== 'linux') return;
  const { parts, megabytes } = await measureMemory();
  const list = parts.map((part) => `${part.part} ${part.megabytes.toFixed(0)}`).join(', ');
  add(`All processes, market running, at most (${list})`, megabytes, 'MB', 700, 'budget');
}

function add(what: string, ours: number | undefined, unit: string, reference: number | undefined, of: string): void {
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
  ].join('\n');
}
