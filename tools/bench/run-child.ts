import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { V8_CALCULATING } from '../../apps/supervisor/src/supervised.ts';

/** What runs back-tests, in a process with the flags of the product's parts that do. */
const CALCULATING: ReadonlySet<string> = new Set(['backtest-child.ts', 'sweep-child.ts', 'wide-child.ts']);

/** Runs a script of this folder in a process of its own and reads the JSON that it prints. */
export function runChild(script: string, ...flags: readonly string[]): Promise<Readonly<Record<string, number>>> {
  return new Promise((resolve, reject) => {
    const ofV8 = CALCULATING.has(script) ? V8_CALCULATING : [];
    const child = spawn(process.execPath, [...ofV8, join(import.meta.dirname, script), ...flags], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(output));
      else reject(new Error(`${script} ended with ${code}`));
    });
  });
}

/** The middle of each figure over several processes: one process alone may be two to four times off. */
export async function medianOfChildren(
  count: number,
  script: string,
  ...flags: readonly string[]
): Promise<Readonly<Record<string, number>>> {
  const results: Readonly<Record<string, number>>[] = [];
  for (let i = 0; i < count; i += 1) results.push(await runChild(script, ...flags));
  const names = Object.keys(results[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(results.map((result) => result[name] ?? Number.NaN))]));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
