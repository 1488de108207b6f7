import type { WebSocket } from 'ws';
import type { Faults } from '../faults.ts';

/** What delivery needs of a socket. */
export interface UpdateOutlet extends Pick<WebSocket, 'readyState' | 'OPEN'> {
  readonly send: (text: string) => void;
}

export interface UpdateCounters {
  /** Frames that went out, copies included. */
  readonly sent: number;
  /** Updates that a fault kept from everybody. */
  readonly lost: number;
}

/** Hands order updates to sockets, late, twice, out of order or not at all where a fault says so. */
export interface UpdateDelivery {
  readonly send: (sockets: readonly UpdateOutlet[], text: string) => void;
  readonly mute: (wallMs: number) => void;
  readonly close: () => void;
}

interface Held {
  readonly sockets: readonly UpdateOutlet[];
  readonly text: string;
}

export function createUpdateDelivery(
  faults: Faults,
  wall: () => number,
): UpdateDelivery & { readonly counters: () => UpdateCounters } {
  let [sent, lost, mutedUntil] = [0, 0, 0];
  let held: Held[] = [];
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };
  const write = ({ sockets, text }: Held): void => {
    for (const socket of sockets) {
      if (socket.readyState !== socket.OPEN) continue;
      for (let copy = 0; copy <= faults.settings().updates.copies; copy += 1) {
        socket.send(text);
        sent += 1;
      }
    }
  };
  const release = (): void => {
    const together = held.reverse();
    held = [];
    for (const update of together) write(update);
  };

  return {
    send: (sockets, text) => {
      if (wall() < mutedUntil || faults.takeLoss()) {
        lost += 1;
        return;
      }
      const { delayMs, reorderMs } = faults.settings().updates;
      if (reorderMs > 0 || held.length > 0) {
        if (held.length === 0) later(delayMs + reorderMs, release);
        held.push({ sockets, text });
      } else if (delayMs > 0) {
        later(delayMs, () => write({ sockets, text }));
      } else {
        write({ sockets, text });
      }
    },
    mute: (wallMs) => {
      mutedUntil = wall() + wallMs;
    },
    counters: () => ({ sent, lost }),
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
