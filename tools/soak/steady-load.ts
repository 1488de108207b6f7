import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { callOnce, type Target } from '../bench/load.ts';
import type { SignedIn } from './people.ts';

/** Calls that stand behind one another: what a person's browser asks while it is open, in turns. */
export interface Mix {
  readonly url: string;
  readonly people: readonly SignedIn[];
  readonly calls: readonly { readonly address: string; readonly body: object }[];
}

export interface Paced {
  readonly calls: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** With more under way than this the rate is not held, and waits would grow without end. */
const MOST_WAITING = 5_000;

/** @returns calls a second with so many connections that are always busy */
export async function fastest(mix: Mix, connections: number, seconds: number): Promise<number> {
  const agent = agentWith(connections);
  const endsAt = performance.now() + seconds * 1_000;
  let done = 0;
  const work = async (connection: number): Promise<void> => {
    for (let turn = connection; performance.now() < endsAt; turn += connections) {
      await ask(mix, agent, turn);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, i) => work(i)));
  agent.destroy();
  return done / seconds;
}

/**
 * Makes calls at a steady rate, whatever the answers take: each is due at a moment of its own, and its wait counts from
 * then.
 *
 * @throws Error for an answer other than 200, and where the product cannot keep up
 */
export async function steady(
  mix: Mix,
  connections: number,
  pace: { perSecond: number; seconds: number },
): Promise<Paced> {
  const agent = agentWith(connections);
  const count = Math.floor(pace.perSecond * pace.seconds);
  const startedAt = performance.now();
  const waits: number[] = [];
  const failures: unknown[] = [];
  let waiting = 0;
  const send = async (turn: number, dueAt: number): Promise<void> => {
    waiting += 1;
    try {
      await ask(mix, agent, turn);
      waits.push(performance.now() - dueAt);
    } catch (error) {
      failures.push(error);
    }
    waiting -= 1;
  };
  const sent: Promise<void>[] = [];
  while (sent.length < count && failures.length === 0) {
    const due = Math.min(count, Math.floor(((performance.now() - startedAt) / 1_000) * pace.perSecond));
    while (sent.length < due) {
      const dueAt = startedAt + (sent.length / pace.perSecond) * 1_000;
      sent.push(send(sent.length, dueAt));
    }
    if (waiting > MOST_WAITING) throw new Error(`${waiting} calls wait: the product cannot keep up`);
    await sleep(1);
  }
  await Promise.all(sent);
  agent.destroy();
  if (failures.length > 0) throw failures[0];
  waits.sort((a, b) => a - b);
  const share = (part: number): number => waits[Math.floor(waits.length * part)] ?? Number.NaN;
  return { calls: waits.length, p50Ms: share(0.5), p99Ms: share(0.99) };
}

/** Each person makes each of the calls, one after the other. */
async function ask({ url, people, calls }: Mix, agent: Agent, turn: number): Promise<void> {
  const call = calls[Math.floor(turn / people.length) % calls.length];
  const target: Target = { url: `${url}${call?.address}`, body: JSON.stringify(call?.body), tokens: [] };
  await callOnce(target, agent, people[turn % people.length]?.token ?? '');
}

function agentWith(connections: number): Agent {
  return new Agent({ keepAlive: true, maxSockets: connections });
}
