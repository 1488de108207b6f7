import type { BrokerAccess, BrokerOrder } from '@trickdesk/brokers';
import {
  createMemoryStore,
  createSyntheticSource,
  SIM_API_KEY,
  SIM_PIN,
  SIM_TOTP_SECRET,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '@trickdesk/brokers/simulator';
import { createSmartApi, type SmartApi, type Timing, totpAt } from '@trickdesk/brokers/smartapi';
import type { EpochMs } from '@trickdesk/domain';
import { z } from 'zod';

const zOrder = z.object({
  orderId: z.string(),
  filledQuantity: z.number(),
  status: z.string(),
  orderType: z.string(),
});
const CONTROL_TOKEN = 'control-of-the-matrix';
export const SBIN_TOKEN = '3045';

export interface SimulatedOrder {
  readonly orderId: string;
  readonly filledQuantity: number;
  readonly status: string;
  readonly orderType: string;
}

/** The simulated market and broker in this process, with the real client in front of it. */
export interface SimMarket {
  readonly api: SmartApi;
  readonly now: () => EpochMs;
  readonly lastPaise: () => number;
  readonly control: (path: string, body: unknown) => Promise<void>;
  readonly signIn: (clientCode: string) => Promise<BrokerAccess>;
  readonly book: (access: BrokerAccess) => Promise<readonly BrokerOrder[]>;
  readonly exchange: Simulator['exchange'];
  /** A client's orders as the broker has them. */
  readonly ordersOf: (clientCode: string) => Promise<readonly SimulatedOrder[]>;
  readonly close: () => Promise<void>;
}

/**
 * @param changes to the simulator of the fault matrix
 * @param timing by which the client under test keeps the broker's rates
 */
export async function openSimMarket(changes: Partial<SimulatorOptions> = {}, timing?: Timing): Promise<SimMarket> {
  const simulator = await startSimulator({
    source: createSyntheticSource({ seed: 11, style: 'path', startAt: Date.parse('2025-07-07T10:00:00+05:30') }),
    store: createMemoryStore(),
    speed: 1,
    seed: 11,
    port: 0,
    controlToken: CONTROL_TOKEN,
    orderLatencyMs: { least: 5, most: 20 },
    ...changes,
  });
  const orderFeed = { firstDelayMs: 50, longestDelayMs: 200 };
  const api = createSmartApi({ baseUrl: simulator.url, timeoutMs: 2_000, orderFeed }, timing ? { timing } : {});
  // The referee has a budget of its own, and looks oftener than a client may.
  const referee = createSmartApi({ baseUrl: simulator.url, limits: { orderBook: [{ calls: 100, windowMs: 1_000 }] } });
  const control = async (path: string, body: unknown): Promise<void> => {
    const headers = { 'content-type': 'application/json', 'x-sim-control': CONTROL_TOKEN };
    const response = await fetch(`${simulator.url}/__sim/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`the simulator refused ${path}: ${await response.text()}`);
  };
  await control('faults', { allowTotpReuse: true, rateLimit: false });
  return {
    api,
    control,
    exchange: simulator.exchange,
    ordersOf: async (clientCode) => {
      const url = `${simulator.url}/__sim/account?client=${clientCode}`;
      const response = await fetch(url, { headers: { 'x-sim-control': CONTROL_TOKEN } });
      const { orders } = z.object({ orders: z.array(zOrder) }).parse(await response.json());
      return orders;
    },
    now: () => simulator.exchange.now(),
    lastPaise: () => simulator.exchange.quoteOf(SBIN_TOKEN)?.last ?? 0,
    signIn: async (clientCode) => {
      const totp = totpAt(SIM_TOTP_SECRET, Date.now());
      const outcome = await referee.sessions.logIn({ clientCode, apiKey: SIM_API_KEY, pin: SIM_PIN, totp });
      if (outcome.kind !== 'ok') throw new Error(`the log-in failed: ${JSON.stringify(outcome)}`);
      return { clientCode, apiKey: SIM_API_KEY, tokens: outcome.value };
    },
    book: async (access) => {
      const reply = await referee.orders(access).orderBook();
      if (reply.kind !== 'ok') throw new Error(`the book could not be read: ${reply.kind}`);
      return reply.value;
    },
    close: () => simulator.close(),
  };
}
