import type { BrokerAccess, BrokerOrderApi } from '@trickdesk/brokers';
import { createSyntheticSource, type MarketSource, type SourceTick } from '@trickdesk/brokers/simulator';
import type { Timing } from '@trickdesk/brokers/smartapi';
import type { Database } from '@trickdesk/db';
import { type Bar, type EpochMs, type IndiaDate, MINUTE_MS } from '@trickdesk/domain';
import type { StrategyDefinitionInput } from '@trickdesk/engine';
import { sql } from 'kysely';
import { createLog } from '../../../platform/log.ts';
import { QUIET_MS } from '../../deployments/runner/news-order.ts';
import { CALENDAR } from '../../deployments/testing/random-market.ts';
import { openWorld, storeBlocks, type TestRunner, type World } from '../../deployments/testing/world.ts';
import { publishMarket } from '../../market-data/index.ts';
import { upsertInstruments } from '../../market-data/store.ts';
import { DESK_DEFAULTS } from '../desk-settings.ts';
import { createLiveDesks } from '../live-desks.ts';
import { only } from './only-shares.ts';
import { type BestPrices, bestOf, bookOf } from './shown-book.ts';
import { openSimMarket, type SimMarket } from './sim-market.ts';
import { walkedMarket } from './walked-market.ts';

const FASTER = 50;

/** A day passes in seconds, and the broker's rates with it. */
const timing: Timing = {
  now: Date.now,
  monotonic: () => performance.now() * FASTER,
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs / FASTER);
    return () => clearTimeout(timer);
  },
};

interface Traded {
  readonly id: number;
  readonly token: string;
  readonly symbol: string;
  readonly tickPaise: number;
  readonly bars: readonly Bar[];
}

interface LiveTrick {
  readonly deploymentId: number;
  readonly linkId: number;
  readonly clientCode: string;
}

/** `none`: no spread, and everything is filled at the price that it answers; `real`: what the book shows, told as quotes. */
type Frictions = 'none' | 'real';

/**
 * Live tricks with all that belongs to them, runner, desks, the real client and the simulated broker, over recorded
 * days, by default of a market without frictions: nothing moves between a decision and its order, and everything is
 * settled before the next price.
 */
export class ParityDays {
  readonly world: World;
  readonly market: SimMarket;
  readonly traded: ReadonlyMap<string, Traded>;
  readonly startAt: EpochMs;
  readonly tricks = new Map<string, LiveTrick>();
  /** What the exchange showed when a request left: by the tag of a new order, the broker's id of a changed one. */
  readonly met = new Map<string, BestPrices>();
  readonly #source: MarketSource;
  readonly #days: readonly IndiaDate[];
  readonly #frictions: Frictions;
  /** The one that is played; the broker's book is of one day. */
  #date: IndiaDate;
  readonly #access = new Map<number, BrokerAccess>();
  #runner: TestRunner | undefined;
  /** Grows with each write to a seat and each word to the broker. */
  #activity = 0;
  #seen = 0;
  /** Requests that the broker has not answered, and writes of the desks that are not through. */
  #underWay = 0;
  /** Links for which something was asked since all was settled. */
  readonly #active = new Set<number>();
  #tags = 0;

  private constructor(facts: {
    world: World;
    market: SimMarket;
    traded: Map<string, Traded>;
    startAt: EpochMs;
    source: MarketSource;
    days: readonly IndiaDate[];
    frictions: Frictions;
  }) {
    this.world = facts.world;
    this.market = facts.market;
    this.traded = facts.traded;
    this.startAt = facts.startAt;
    this.#source = facts.source;
    this.#days = facts.days;
    this.#frictions = facts.frictions;
    this.#date = facts.days[0] ?? '1970-01-01';
  }

  static async open(
    symbols: readonly string[],
    [from, to]: readonly [IndiaDate, IndiaDate],
    warmDays: number,
    frictions: Frictions = 'none',
  ) {
    const all = createSyntheticSource({ seed: 5, style: 'path' });
    const instruments = all.instruments.filter(({ symbol }) => symbols.includes(symbol));
    const sessions = all.sessionsBetween(from, to);
    const startAt = (sessions[0]?.openAt ?? 0) - MINUTE_MS;
    const source = walkedMarket(only(createSyntheticSource({ seed: 5, style: 'path', startAt }), instruments));
    const warm = all.sessionsBetween('2000-01-01', from).slice(-1 - warmDays, -1);
    const days = [...warm, ...sessions].map(({ date }) => date);
    const world = await openWorld();
    const market = await openSimMarket(
      { source, paused: true, frictions, orderLatencyMs: { least: 0, most: 0 } },
      timing,
    );
    const traded = new Map<string, Traded>();
    const row = { exchange: 'NSE', kind: 'equity', lotSize: 1, expiry: undefined, strikePaise: undefined } as const;
    for (const { symbol, token, tickPaise, tradingSymbol } of instruments) {
      const instrument = { ...row, token, symbol, tradingSymbol, name: symbol, tickPaise, active: true };
      await world.testDb.db.transaction((tx) => upsertInstruments(tx, [instrument], new Date(0)));
      const id = (await world.marketData.instrument('NSE', symbol))?.id ?? 0;
      const bars = days.flatMap((date) => all.dayBars(token, date)?.bars ?? []);
      await storeBlocks(world, id, bars);
      traded.set(symbol, { id, token, symbol, tickPaise, bars });
    }
    await world.setClock(startAt);
    const played = sessions.map(({ date }) => date);
    return new ParityDays({ world, market, traded, startAt, source, days: played, frictions });
  }

  /** A running live deployment of an account and a broker account of its own. */
  async goLive(name: string, definition: StrategyDefinitionInput): Promise<void> {
    const { world, market } = this;
    const accountId = await world.account(`owner${this.tricks.size}`);
    const strategyId = await world.strategy(`live-${this.tricks.size}`, definition);
    const { id: deploymentId } = await world.deployments.clone(accountId, strategyId, undefined);
    await world.deployments.start({ accountId, deploymentId }, `start-${deploymentId}`);
    const clientCode = `S${100_200 + this.tricks.size}`;
    const { id: linkId } = await world.testDb.db.kysely
      .insertInto('broker_link')
      .values({
        ...{ account_id: accountId, broker: 'angelone', environment: 'simulator', client_code: clientCode },
        ...{ holder_name: 'Asha Rao', status: 'linked', last_login_at: new Date(0), token_expires_at: new Date(0) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.testDb.db.kysely
      .updateTable('deployment')
      .set({ mode: 'live', broker_link_id: linkId })
      .where('id', '=', deploymentId)
      .execute();
    // In the product a run keeps its mode for life; these were begun before they had a broker account.
    await sql`UPDATE deployment_run SET mode = 'live' WHERE deployment_id = ${deploymentId}`.execute(
      world.testDb.db.kysely,
    );
    this.#access.set(linkId, await market.signIn(clientCode));
    this.tricks.set(name, { deploymentId, linkId, clientCode });
  }

  async start(): Promise<void> {
    const { world, market } = this;
    const runner = { may: (): boolean => false };
    const desks = createLiveDesks({
      database: this.#countedWrites(world.testDb.db),
      clock: world.clock,
      log: createLog('warn', (line) => world.logged.push(line)),
      marketData: world.marketData,
      calendar: CALENDAR,
      broker: this.#counted(market.api),
      accessOf: async (linkId) => this.#access.get(linkId),
      gate: async () => undefined,
      tellAlarm: async () => undefined,
      onStored: () => {
        this.#activity += 1;
      },
      onSessionEnded: () => undefined,
      mayAct: () => runner.may(),
      newTag: () => {
        this.#tags += 1;
        return `p${this.#tags}`;
      },
      settings: DESK_DEFAULTS,
    });
    const counted = {
      ...desks,
      seat: (...[facts, onNews]: Parameters<typeof desks.seat>) => {
        const seat = desks.seat(facts, onNews);
        return {
          ...{ committed: () => seat.committed(), rolledBack: () => seat.rolledBack(), leave: () => seat.leave() },
          resume: () => seat.resume?.(),
          write: (...asked: Parameters<typeof seat.write>) => {
            this.#activity += 1;
            this.#active.add(facts.brokerLinkId);
            return seat.write(...asked);
          },
        };
      },
    };
    this.#runner = await world.openRunner({ desks: counted });
    runner.may = () => this.#runner?.runner.mayAct() === true;
    for (let tries = 0; this.#runner.runner.held.length < this.tricks.size; tries += 1) {
      if (tries > 200) throw new Error(`not all tricks were taken up: ${world.logged.join('\n')}`);
      await pause(20);
      await this.#runner.runner.settled();
    }
    await this.#settle();
  }

  /** How the broker is asked in the name of a trick's owner. */
  accessOf(linkId: number): BrokerAccess | undefined {
    return this.#access.get(linkId);
  }

  /** All days, price after price. */
  async play(): Promise<void> {
    for (const date of this.#days) {
      this.#date = date;
      const ticks = this.#ticksOn(date);
      await this.#morning(ticks[0]?.at ?? 0);
      for (let next = 0; next < ticks.length; ) next = await this.#playFrom(ticks, next);
      this.#tellMinute(Math.floor((ticks.at(-1)?.at ?? 0) / MINUTE_MS) * MINUTE_MS);
      await this.#quiet();
    }
  }

  /** Between two sessions the desks read in the broker's book what became of yesterday's orders. */
  async #morning(openAt: EpochMs): Promise<void> {
    this.market.exchange.runTo(openAt - MINUTE_MS);
    publishMarket(this.world.bus).clock(openAt - MINUTE_MS, 'closed');
    const { kysely } = this.world.testDb.db;
    const left = kysely.selectFrom('broker_order').select(['tag', 'state']).where('day', '<', this.#date);
    for (let tries = 0; ; tries += 1) {
      const open = (await left.execute()).filter(({ state }) => !STORED_ENDED.has(state));
      if (open.length === 0) return this.#settle();
      if (tries > 1_000) throw new Error(`yesterday's orders do not end: ${JSON.stringify(open)}`);
      await pause(10);
    }
  }

  /** @returns the place of the next tick */
  async #playFrom(ticks: readonly SourceTick[], from: number): Promise<number> {
    const at = ticks[from]?.at ?? 0;
    const isOpening = at % MINUTE_MS === 0;
    let end = from + 1;
    // The first prices of a minute come together: with them it is known that the minute before is over.
    while (isOpening && ticks[end]?.at === at) end += 1;
    this.market.exchange.runTo(ticks[end - 1]?.due ?? 0);
    if (isOpening) this.#tellMinute(at - MINUTE_MS);
    // As the feed tells it: a minute's bar, and right behind it the first price of the next with what was shown. Without
    // frictions an order must be through before that price, which would otherwise count for levels that it moves.
    if (isOpening && this.#frictions === 'none') await this.#quiet();
    const publisher = publishMarket(this.world.bus);
    for (const { token, pricePaise } of ticks.slice(from, end)) {
      const { id } = this.#byToken(token);
      if (this.#frictions === 'real') publisher.quote(id, { at, ...bookOf(this.market.exchange, token) });
      publisher.tick(id, at, pricePaise, 0);
    }
    // Other shares have nothing to say until this one has walked to its point: a run of several must not wait for them.
    publisher.clock(at + QUIET_MS + 1, 'open');
    await this.#quiet();
    return end;
  }

  async close(): Promise<void> {
    await this.#runner?.stop();
    await this.world.close();
    await this.market.close();
  }

  #tellMinute(openAt: EpochMs): void {
    const publisher = publishMarket(this.world.bus);
    publisher.clock(openAt + MINUTE_MS, 'open');
    for (const { id, bars } of this.traded.values()) {
      const bar = bars.find((each) => each.openAt === openAt);
      if (bar) publisher.bar(id, bar);
    }
  }

  #ticksOn(date: IndiaDate): SourceTick[] {
    const session = this.#source.sessionOn(date);
    const ticks: SourceTick[] = [];
    const found = session && this.#source.ticks(session);
    for (let next = found?.next(); next && !next.done; next = found?.next())
      if (next.value.traded) ticks.push(next.value);
    return ticks;
  }

  #byToken(token: string): Traded {
    for (const traded of this.traded.values()) if (traded.token === token) return traded;
    throw new Error(`nobody trades ${token}`);
  }

  async #counting<O>(work: () => Promise<O>): Promise<O> {
    this.#underWay += 1;
    this.#activity += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      this.#activity += 1;
    }
  }

  #countedWrites(database: Database): Database {
    return {
      ...database,
      kysely: database.kysely,
      transaction: (work, options) => this.#counting(() => database.transaction(work, options)),
    };
  }

  #counted(api: BrokerOrderApi): BrokerOrderApi {
    const counting =
      <A extends unknown[], O>(send: (...asked: A) => Promise<O>) =>
      (...asked: A): Promise<O> =>
        this.#counting(() => send(...asked));
    return {
      openOrderFeed: (access, listener) => api.openOrderFeed(access, listener),
      orders: (access) => {
        const orders = api.orders(access);
        const { place, modify, cancel } = orders;
        return {
          ...orders,
          cancel: counting(cancel),
          place: counting((order, ...rest) => {
            this.met.set(order.tag, bestOf(this.market.exchange, order.instrument.token));
            return place(order, ...rest);
          }),
          modify: counting((change, ...rest) => {
            this.met.set(change.brokerOrderId, bestOf(this.market.exchange, change.instrument.token));
            return modify(change, ...rest);
          }),
        };
      },
    };
  }

  /** Where something was asked of the broker, waits until it, its fills and what follows from them are through. */
  async #quiet(): Promise<void> {
    await this.#runner?.runner.settled();
    if (this.#activity === this.#seen) return;
    await this.#settle();
    this.#seen = this.#activity;
  }

  async #settle(): Promise<void> {
    for (let [tries, calm] = [0, 0]; calm < 2; tries += 1) {
      if (tries > 20_000) throw new Error(`the desks did not settle: ${await this.#unsettled()}`);
      const before = this.#activity;
      await this.#runner?.runner.settled();
      await (this.#underWay > 0 ? pause(1) : new Promise((resolve) => setImmediate(resolve)));
      const isQuiet = this.#underWay === 0 && before === this.#activity && (await this.#unsettled()) === '';
      calm = isQuiet && before === this.#activity ? calm + 1 : 0;
    }
    this.#active.clear();
  }

  /** What the rows and the broker's books do not agree on. */
  async #unsettled(): Promise<string> {
    const { kysely } = this.world.testDb.db;
    const news = await kysely.selectFrom('order_news').select('body').where('applied_at', 'is', null).execute();
    if (news.length > 0) return JSON.stringify(news);
    const rows = await kysely
      .selectFrom('broker_order')
      .select(['broker_link_id', 'broker_order_id', 'state', 'filled_quantity', 'kind'])
      .where('day', '=', this.#date)
      .execute();
    const active = [...this.tricks.values()].filter(({ linkId }) => this.#active.has(linkId));
    const apart = await Promise.all(
      active.map(async ({ linkId, clientCode }) => {
        const own = rows.filter((row) => row.broker_link_id === linkId);
        const stored = own
          // Never sent, and not wanted any more.
          .filter((row) => row.broker_order_id !== null || !STORED_ENDED.has(row.state))
          .map((row) => `${row.broker_order_id} ${row.filled_quantity} ${STORED_ENDED.has(row.state)} ${row.kind}`);
        const atBroker = (await this.market.ordersOf(clientCode)).map(
          (order) =>
            `${order.orderId} ${order.filledQuantity} ${ENDED.has(order.status)} ${KINDS[order.orderType] ?? order.orderType}`,
        );
        const [ours, theirs] = [stored.toSorted().join(), atBroker.toSorted().join()];
        return ours === theirs ? '' : `${ours} | ${theirs}`;
      }),
    );
    return apart.join('');
  }
}

const ENDED: ReadonlySet<string> = new Set(['complete', 'rejected', 'cancelled']);
const STORED_ENDED: ReadonlySet<string> = new Set(['filled', 'rejected', 'cancelled', 'expired']);
const KINDS: Readonly<Record<string, string>> = { LIMIT: 'limit', STOPLOSS_LIMIT: 'stop_limit' };

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
