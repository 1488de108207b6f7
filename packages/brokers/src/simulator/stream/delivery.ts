import type { WebSocket } from 'ws';
import { MODE_LTP, type PacketMode } from './packets.ts';

/** A socket that owes this much loses price-only packets, then all packets, then its connection. */
const SLOW_BYTES = 256 * 1024;
const VERY_SLOW_BYTES = 2 * 1024 * 1024;
const HOPELESS_BYTES = 16 * 1024 * 1024;

/** What delivery needs of a socket. */
export type Outlet = Pick<WebSocket, 'bufferedAmount' | 'readyState' | 'OPEN' | 'send' | 'terminate'>;

export interface DeliveryCounters {
  readonly packets: number;
  /** Packets not sent because the socket was too slow. */
  readonly dropped: number;
  /** Packets withheld by a fault. */
  readonly withheld: number;
}

/** Hands packets to sockets, never waiting for one: prices are worth nothing late, so a slow socket loses some. */
export interface Delivery {
  readonly send: (socket: Outlet, mode: PacketMode, packet: Buffer) => void;
  /** True, and counted, where a fault keeps a packet of that exchange time back. */
  readonly withholds: (stampedAt: number) => boolean;
  readonly mute: (wallMs: number) => void;
  /** Loses packets that are stamped before the moment. */
  readonly gapUntil: (exchangeTime: number) => void;
  readonly counters: () => DeliveryCounters;
}

export function createDelivery(wall: () => number): Delivery {
  let [packets, dropped, withheld] = [0, 0, 0];
  let [mutedUntil, gapEnd] = [0, 0];
  return {
    send: (socket, mode, packet) => {
      const owed = socket.bufferedAmount;
      if (owed > HOPELESS_BYTES) {
        socket.terminate();
      } else if (owed > VERY_SLOW_BYTES || (owed > SLOW_BYTES && mode === MODE_LTP)) {
        dropped += 1;
      } else if (socket.readyState === socket.OPEN) {
        socket.send(packet, { binary: true });
        packets += 1;
      }
    },
    withholds: (stampedAt) => {
      const held = wall() < mutedUntil || stampedAt < gapEnd;
      if (held) withheld += 1;
      return held;
    },
    mute: (wallMs) => {
      mutedUntil = wall() + wallMs;
    },
    gapUntil: (exchangeTime) => {
      gapEnd = exchangeTime;
    },
    counters: () => ({ packets, dropped, withheld }),
  };
}
