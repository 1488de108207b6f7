import type { Simulator } from '@trickdesk/brokers/simulator';
import { createSmartApi, totpAt } from '@trickdesk/brokers/smartapi';
import type { Bus } from '@trickdesk/db';
import { createCalendar, NSE_CALENDAR } from '@trickdesk/domain';
import type { TestDatabase } from '@trickdesk/testkit';
import { createSecrets } from '../../../../platform/secrets.ts';
import { createTokenKeep, runFeed } from '../../index.ts';

export const DATASET = 'simulator:synthetic:1';
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const UNLIMITED = { candles: [{ calls: 1_000, windowMs: 1_000 }], logIn: [{ calls: 100, windowMs: 1_000 }] };

interface TestFeed {
  readonly database: TestDatabase;
  readonly bus: Bus;
  readonly simulator: Simulator;
  /** The simulator's. */
  readonly speed: number;
  readonly signal: AbortSignal;
}

/** The feed of a simulated market as the product runs it, with little history. Resolves when the signal is given. */
export function runTestFeed({ database: { db }, bus, simulator, speed, signal }: TestFeed): Promise<void> {
  return runFeed({
    db,
    bus,
    broker: createSmartApi({
      baseUrl: simulator.url,
      feedUrl: `${simulator.url.replace('http', 'ws')}/smart-stream`,
      masterUrl: `${simulator.url}/OpenAPI_File/files/OpenAPIScripMaster.json`,
      limits: UNLIMITED,
      feed: { firstDelayMs: 200, longestDelayMs: 500 },
    }),
    settings: {
      dataset: DATASET,
      simulated: true,
      speed,
      account: {
        clientCode: 'S100999',
        apiKey: 'sim-api-key',
        pin: '1234',
        totpAt: (at) => totpAt('JBSWY3DPEHPK3PXP', at),
      },
      calendar: createCalendar(NSE_CALENDAR),
      latenessMs: 1_000,
      gapMs: 15_000,
      dailyDays: 30,
      minuteDays: 3,
      first: ['SBIN'],
    },
    keep: createTokenKeep({
      db,
      secrets: createSecrets([{ id: 'test', bytes: Buffer.alloc(32, 3) }]),
      dataset: DATASET,
      now: () => Date.now(),
      log: silent,
    }),
    now: () => Date.now(),
    log: silent,
    signal,
  });
}
