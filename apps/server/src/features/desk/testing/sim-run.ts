import type { BrokerAccess, BrokerOrderApi } from '@trickdesk/brokers';
import type { Database } from '@trickdesk/db';
import { createCalendar, NSE_CALENDAR } from '@trickdesk/domain';
import { createLog } from '../../../platform/log.ts';
import type { DeskRequest } from '../../deployments/index.ts';
import { AccountDesk } from '../account-desk.ts';
import { DESK_DEFAULTS } from '../desk-settings.ts';
import type { DeskParts } from '../parts.ts';
import { bandReader } from '../read-bands.ts';
import { RunSeat } from '../seat.ts';
import type { CrashPlan } from './disturbances.ts';
import type { SimMarket } from './sim-market.ts';
import { insertIntent, type RunRows, takeNews } from './sim-run-rows.ts';

const SBIN = {
  id: 1,
  name: 'State Bank of India',
  active: true,
  exchange: 'NSE',
  token: '3045',
  symbol: 'SBIN',
  tradingSymbol: 'SBIN-EQ',
  kind: 'equity',
  tickPaise: 5,
  lotSize: 1,
  expiry: undefined,
  strikePaise: undefined,
} as const;

const CALENDAR = createCalendar(NSE_CALENDAR);
/** Entries that nobody shows are given up a little sooner, so that a case is over in seconds. */
const SETTINGS = { ...DESK_DEFAULTS, releaseEntry: { absences: 2, afterMs: 4_000 }, entryLastsMs: 5_000 };

export interface SimRunParts {
  readonly database: Database;
  readonly market: SimMarket;
  readonly rows: RunRows;
  readonly clientCode: string;
}

/** A run on its desk, with a real database and the real client at the simulated broker. It can die and come back. */
export class SimRun {
  readonly parts: SimRunParts;
  access: BrokerAccess;
  crashAt: CrashPlan['point'] | undefined;
  /** So many requests leave before the one that `crashAt` is about. */
  spared = 0;
  crashes = 0;
  /** Paise by which the desk is told a lower price than there is: its entries rest. */
  pricedDown = 0;
  stopPaise = 0;
  #desk: AccountDesk | undefined;
  #seat: RunSeat | undefined;
  #intents = 0;
  #entry = 0;
  #work: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: SimRunParts, access: BrokerAccess) {
    this.parts = parts;
    this.access = access;
  }

  async open(): Promise<void> {
    const { rows, market } = this.parts;
    const life = { isOver: false };
    const desk = new AccountDesk(this.#deskParts(life), rows.linkId);
    this.#desk = desk;
    desk.onPrice(SBIN.id, market.now(), market.lastPaise());
    await desk.open(market.now());
    if (life.isOver) return;
    const facts = {
      ...rows,
      brokerLinkId: rows.linkId,
      runNumber: 1,
      product: 'intraday',
      instruments: [SBIN],
    } as const;
    this.#seat = new RunSeat(desk, facts, () => this.#later(() => this.#take()));
    this.#later(() => this.#take());
    clearInterval(this.#timer);
    this.#timer = setInterval(() => desk.onPrice(SBIN.id, market.now(), market.lastPaise() - this.pricedDown), 50);
  }

  enter(quantity: number): Promise<void> {
    return this.#ask('entry', quantity);
  }

  leave(quantity: number): Promise<void> {
    return this.#ask('exit', quantity);
  }

  /** The run no longer waits for its entry. */
  withdraw(): Promise<void> {
    return this.#request([{ kind: 'withdrawn', intentId: this.#entry }]);
  }

  moveStop(stopPaise: number): Promise<void> {
    this.stopPaise = stopPaise;
    return this.#request([{ kind: 'levels', levels: { base: 0, stopPaise, trailing: false } }]);
  }

  async signInAgain(): Promise<void> {
    this.access = await this.parts.market.signIn(this.parts.clientCode);
    await this.#desk?.wake();
  }

  /** Rows of the account changed elsewhere. */
  async wake(): Promise<void> {
    await this.#desk?.wake();
  }

  /** Until everything that was begun is through. */
  async settled(): Promise<void> {
    await this.#work;
    await this.#desk?.settled();
    await this.#work;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#desk?.close();
    await this.#work;
  }

  #ask(purpose: 'entry' | 'exit', quantity: number): Promise<void> {
    const { database, rows, market } = this.parts;
    this.#intents += 1;
    const id = this.#intents;
    if (purpose === 'entry') this.#entry = id;
    const at = market.now();
    return this.#later(() =>
      this.#inTransaction(async (seat) => {
        await database.transaction(async (tx) => {
          const tradeOrderId = await insertIntent(tx, rows, { id, purpose, quantity });
          const side = purpose === 'entry' ? 'buy' : 'sell';
          const facts = { id, decisionSequence: id, at, base: 0, symbol: 'SBIN', side, purpose, quantity } as const;
          const intent = { ...facts, rule: purpose, referencePaise: market.lastPaise() };
          await seat.write(tx, [{ kind: 'intent', placed: { intent, tradeOrderId } }], at);
        });
      }),
    );
  }

  #request(requests: readonly DeskRequest[]): Promise<void> {
    const { database, market } = this.parts;
    return this.#later(() =>
      this.#inTransaction((seat) => database.transaction((tx) => seat.write(tx, requests, market.now()))),
    );
  }

  async #inTransaction(write: (seat: RunSeat) => Promise<void>): Promise<void> {
    const seat = this.#seat;
    if (!seat) return;
    await write(seat);
    // Whoever died meanwhile sends nothing: what is stored is for the next.
    if (seat === this.#seat) await seat.committed();
  }

  async #take(): Promise<void> {
    const { database, rows, market } = this.parts;
    const seat = this.#seat;
    if (!seat) return;
    if (this.stopPaise === 0) this.stopPaise = Math.round((market.lastPaise() * 0.98) / 5) * 5;
    const levels: DeskRequest = { kind: 'levels', levels: { base: 0, stopPaise: this.stopPaise, trailing: false } };
    await database.transaction(async (tx) => {
      const told = await takeNews(tx, rows, this.stopPaise);
      if (told.length > 0) await seat.write(tx, [levels], market.now());
    });
    if (seat === this.#seat) await seat.committed();
  }

  #later(work: () => Promise<void>): Promise<void> {
    // What fails because its desk is gone is for the next one.
    const done = this.#work.then(work).catch((error: unknown) => {
      if (this.crashes === 0) throw error;
    });
    this.#work = done;
    return done;
  }

  /** As by `kill -9`: nothing more is written or sent by the desk that was, and another takes the account up. */
  #die(life: { isOver: boolean }): void {
    life.isOver = true;
    this.crashes += 1;
    this.crashAt = undefined;
    this.#desk?.abandon();
    this.#seat = undefined;
    this.#work = this.#work.then(() => this.open());
  }

  #deskParts(life: { isOver: boolean }): DeskParts {
    const { database, rows, market } = this.parts;
    return {
      database: {
        ...database,
        kysely: database.kysely,
        transaction: (work, options) => this.#store(life, () => database.transaction(work, options)),
      },
      clock: { now: () => Date.now() },
      log: createLog('silent'),
      marketData: {
        instrument: async () => SBIN,
        marketState: () => Promise.reject(new Error('not asked')),
        corporateActions: async () => [],
        dataset: 'simulator:synthetic:1',
      },
      calendar: CALENDAR,
      broker: this.#broker(life),
      accessOf: async () => this.access,
      bandsOf: bandReader({ marketData: market.api.marketData, accessOf: async () => this.access }),
      gate: async () => undefined,
      tellAlarm: async () => undefined,
      onStored: () => undefined,
      onSessionEnded: () => void this.signInAgain(),
      mayAct: () => !life.isOver,
      newTag: () => `m${rows.deploymentId}x${Math.random().toString(36).slice(2, 10)}`,
      settings: SETTINGS,
    };
  }

  async #store<T>(life: { isOver: boolean }, work: () => Promise<T>): Promise<T> {
    if (this.spared === 0 && this.crashAt === 'before_write') this.#die(life);
    if (life.isOver) throw new Error('this process is dead');
    return work();
  }

  #broker(life: { isOver: boolean }): BrokerOrderApi {
    const { api } = this.parts.market;
    return {
      openOrderFeed: (access, listener) => api.openOrderFeed(access, listener),
      orders: (access) => {
        const orders = api.orders(access);
        return {
          ...orders,
          place: this.#mortal(life, orders.place),
          modify: this.#mortal(life, orders.modify),
          cancel: this.#mortal(life, orders.cancel),
        };
      },
    };
  }

  #mortal<A extends unknown[], O>(
    life: { isOver: boolean },
    send: (...asked: A) => Promise<O | { readonly kind: 'not_sent'; readonly cause: 'no_connection' }>,
  ) {
    return async (...asked: A) => {
      const point = this.spared === 0 ? this.crashAt : undefined;
      this.spared = Math.max(0, this.spared - 1);
      if (point === 'after_write') this.#die(life);
      if (life.isOver) return { kind: 'not_sent', cause: 'no_connection' } as const;
      const answer = send(...asked);
      if (point === 'after_send') this.#die(life);
      const outcome = await answer;
      if (point === 'after_answer') this.#die(life);
      return outcome;
    };
  }
}
