import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../../../e2e/src/product.ts';
import { pick } from '../../../e2e/src/seeded.ts';

export interface Harm {
  /** What has happened so often. */
  readonly counts: ReadonlyMap<string, number>;
  /** Does one piece of harm at random. */
  readonly step: () => Promise<void>;
  /** Whoever is paused goes on, and the broker behaves. */
  readonly end: () => Promise<void>;
}

const KILLED = ['runner-live', 'runner-live', 'runner-live', 'api,jobs', 'feed', 'postgres', 'simulator'];
/** Beyond a lease: whoever is paused so long finds another in its place. */
const LONGEST_PAUSE_MS = 14_000;
const ROUTES = ['placeOrder', 'modifyOrder', 'cancelOrder', 'getOrderBook', 'getPosition'];
const KINDS = ['slow', 'cut', 'empty', 'http', 'hang'];

/** Kills, pauses and faults of the broker. */
export function harmOf(product: Product, random: () => number): Harm {
  const counts = new Map<string, number>();
  const paused = new Set<number>();
  const count = (what: string): void => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  };
  const signal = (pid: number, name: NodeJS.Signals): void => {
    try {
      process.kill(pid, name);
    } catch (error) {
      // It has ended meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  };
  const kill = async (): Promise<void> => {
    const part = pick(KILLED, random);
    const pid = product.processes().get(part);
    if (pid === undefined) return;
    signal(pid, 'SIGKILL');
    count(`kill ${part}`);
  };
  const pause = async (): Promise<void> => {
    const pid = product.processes().get('runner-live');
    if (pid === undefined) return;
    signal(pid, 'SIGSTOP');
    paused.add(pid);
    count('pause runner-live');
    await sleep(1_000 + random() * LONGEST_PAUSE_MS);
    signal(pid, 'SIGCONT');
    paused.delete(pid);
  };
  const fault = async (): Promise<void> => {
    const routes = [
      {
        ...{ route: pick(ROUTES, random), kind: pick(KINDS, random), times: 1 + Math.floor(random() * 3) },
        ...{ when: random() < 0.5 ? 'before' : 'after', ms: 500 + Math.floor(random() * 6_000) },
      },
    ];
    const updates = [{ copies: 2 }, { reorderMs: 400 }, { lose: 5 }, { delayMs: 1_500 }];
    const order = random() < 0.6 ? { routes } : random() < 0.5 ? { updates: pick(updates, random) } : silence(random);
    count(`fault ${Object.keys(order)[0]}`);
    await tell(order);
    await sleep(1_000 + random() * 4_000);
    await tell(BEHAVES);
  };
  /** The simulator itself may be dead. */
  const tell = (order: object): Promise<unknown> => product.control('faults', order).catch(() => undefined);
  return {
    counts,
    step: () => pick([kill, kill, pause, fault, fault, fault], random)(),
    end: async () => {
      for (const pid of paused) signal(pid, 'SIGCONT');
      paused.clear();
      await tell(BEHAVES);
    },
  };
}

/** A code counts twice, so that people can sign in anew each morning. */
const BEHAVES = { clear: true, allowTotpReuse: true };

function silence(random: () => number): object {
  return random() < 0.5 ? { dropOrderSockets: true } : { muteOrdersSeconds: 2 + Math.floor(random() * 8) };
}
