import type { Bus, Database, LeaseSet, Subscription } from '@trickdesk/db';
import type { Bar, EpochMs } from '@trickdesk/domain';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { type MarketDataService, subscribeMarket } from '../../market-data/index.ts';
import { DEPLOYMENTS_CHANNEL } from '../channel.ts';
import { haltRun } from './halt-run.ts';
import { RunSession } from './run-session.ts';
import { listCommands, listRunnable, RunLost, type RunnableRow } from './store.ts';
import { Troubles } from './troubles.ts';

export interface RunnerParts {
  readonly database: Database;
  readonly bus: Bus;
  readonly marketData: MarketDataService;
  readonly clock: Clock;
  readonly log: Log;
  /** Against the trader, basis points of the price, on each paper fill. */
  readonly slippageBps: number;
  /** Before a failed write is tried again; longer with each try. Tests shorten it. */
  readonly retryAfterMs?: number;
}

/** How often the database is asked for work that no wake-up told of, and for runs that a dead runner left. */
const LOOK_EVERY_MS = 2_000;

/**
 * Runs every paper deployment that no other runner holds: one lease for each, so that a deployment is run by exactly
 * one process, and another takes over within seconds of a death. Never loads anything that could place a real order.
 */
export class Runner {
  readonly #parts: RunnerParts;
  readonly #sessions = new Map<number, RunSession>();
  readonly #byInstrument = new Map<number, RunSession[]>();
  readonly #troubles: Troubles;
  #leases: LeaseSet | undefined;
  #subscriptions: Subscription[] = [];
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #stopped = false;
  #exchangeNow: EpochMs = 0;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#troubles = new Troubles(parts.clock);
  }

  /** Deployments that this runner holds now. */
  get held(): readonly number[] {
    return [...this.#sessions.keys()];
  }

  async start(): Promise<void> {
    const { bus } = this.#parts;
    await this.#askClock();
    this.#subscriptions = [
      await subscribeMarket(bus, {
        onTick: (id, at, price) => this.#onTick(id, at, price),
        onBar: (id, bar) => this.#onBar(id, bar),
        onClock: (at) => this.#onClock(at),
        onGap: () => this.#onGap(),
      }),
      await bus.subscribe(DEPLOYMENTS_CHANNEL, { onMessage: () => this.wake(), onGap: () => this.wake() }),
    ];
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY_MS);
    await this.#look();
  }

  /** Looks for new work soon; calls during a look lead to one more. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#looking) this.#lookAgain = true;
    else void this.#look();
  }

  /** Resolves when it has looked, and what it heard so far is stored or cannot be. */
  async settled(): Promise<void> {
    while (this.#looking) await this.#looking;
    await Promise.all([...this.#sessions.values()].map((session) => session.settled()));
  }

  /** Stores what is under way and gives the runs back, so that another runner goes on at once. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    for (const subscription of this.#subscriptions) await subscription.unsubscribe();
    await this.#looking;
    await Promise.all([...this.#sessions.values()].map((session) => session.finish()));
    this.#sessions.clear();
    this.#byInstrument.clear();
    await this.#leases?.close();
  }

  async #look(): Promise<void> {
    this.#looking = this.#lookOnce()
      .catch((error: unknown) => this.#parts.log.error({ error }, 'the runner could not look for work'))
      .finally(() => {
        this.#looking = undefined;
        if (!this.#lookAgain) return;
        this.#lookAgain = false;
        this.wake();
      });
    await this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const { database, marketData } = this.#parts;
    const rows = await listRunnable(database.kysely, marketData.dataset);
    const runnable = new Map(rows.map((row) => [row.id, row]));
    for (const session of [...this.#sessions.values()]) {
      const row = runnable.get(session.deploymentId);
      const goesOn = !session.isOver && row?.run_number === session.runNumber;
      if (goesOn) session.follow(row);
      else await this.#drop(session);
    }
    await this.#applyCommands();
    for (const row of rows) {
      if (this.#stopped) return;
      if (!this.#sessions.has(row.id) && this.#troubles.mayTry(row.id)) await this.#adopt(row);
    }
    await this.#applyCommands();
  }

  async #adopt(row: RunnableRow): Promise<void> {
    const leases = await this.#openLeases();
    if (!(await leases.tryAcquire(leaseKey(row.id)))) return;
    const session = new RunSession(this.#parts, { deploymentId: row.id, runNumber: row.run_number });
    // Routed before it is warm: it keeps the news until then.
    this.#sessions.set(row.id, session);
    try {
      await session.open(
        () => this.#exchangeNow,
        (instrumentIds) => this.#route(session, instrumentIds),
      );
    } catch (error) {
      session.fail(error);
      await this.#drop(session);
    }
  }

  async #openLeases(): Promise<LeaseSet> {
    if (this.#leases) return this.#leases;
    const leases = await this.#parts.database.openLeaseSet();
    this.#leases = leases;
    void leases.lost.then((reason) => {
      this.#parts.log.error({ error: reason }, 'the runner lost its leases and lets go of every run');
      this.#leases = undefined;
      for (const session of this.#sessions.values()) session.abandon();
      this.#sessions.clear();
      this.#byInstrument.clear();
      this.wake();
    });
    return leases;
  }

  async #drop(session: RunSession): Promise<void> {
    await session.finish();
    if (session.fault !== undefined) await this.#afterFault(session);
    // Lost leases clear everything; a session of the same deployment may be another one by now.
    if (this.#sessions.get(session.deploymentId) !== session) return;
    this.#sessions.delete(session.deploymentId);
    for (const [instrumentId, sessions] of this.#byInstrument) {
      const others = sessions.filter((other) => other !== session);
      if (others.length > 0) this.#byInstrument.set(instrumentId, others);
      else this.#byInstrument.delete(instrumentId);
    }
    await this.#leases?.release(leaseKey(session.deploymentId));
  }

  /** Once may be the network; a fault that comes again and again needs a person, and takes no more risk until then. */
  async #afterFault(session: RunSession): Promise<void> {
    const { deploymentId, runNumber } = session;
    if (!this.#troubles.count(deploymentId)) return;
    await haltRun(this.#parts, { deploymentId, runNumber }).catch((error: unknown) => {
      if (error instanceof RunLost) return;
      this.#parts.log.error({ error, deploymentId }, 'the halt of a run could not be stored');
    });
  }

  async #applyCommands(): Promise<void> {
    for (const command of await listCommands(this.#parts.database.kysely, this.held)) {
      this.#sessions.get(command.deployment_id)?.command(command, this.#exchangeNow);
    }
  }

  #route(session: RunSession, instrumentIds: readonly number[]): void {
    // The leases may have been lost while it was being opened.
    if (this.#sessions.get(session.deploymentId) !== session) return;
    for (const id of instrumentIds) {
      const sessions = this.#byInstrument.get(id);
      if (sessions) sessions.push(session);
      else this.#byInstrument.set(id, [session]);
    }
  }

  #onTick(instrumentId: number, at: EpochMs, pricePaise: number): void {
    this.#advance(at);
    const sessions = this.#byInstrument.get(instrumentId);
    if (sessions) for (const session of sessions) session.onTick(instrumentId, at, pricePaise);
  }

  #onBar(instrumentId: number, bar: Bar): void {
    const sessions = this.#byInstrument.get(instrumentId);
    if (sessions) for (const session of sessions) session.onBar(instrumentId, bar, this.#exchangeNow);
  }

  #onClock(at: EpochMs): void {
    this.#advance(at);
    for (const session of this.#sessions.values()) session.onClock(at);
  }

  #onGap(): void {
    // One question for all of them; each session stops hearing at once and asks in its own time.
    let asked: Promise<EpochMs> | undefined;
    const now = (): Promise<EpochMs> => {
      asked ??= this.#askClock().finally(() => {
        asked = undefined;
      });
      return asked;
    };
    for (const session of this.#sessions.values()) void session.onGap(now);
  }

  /** The exchange's clock as the database knows it; what was heard last may be from before a gap. */
  async #askClock(): Promise<EpochMs> {
    const { now } = await this.#parts.marketData.marketState();
    this.#advance(now ?? 0);
    return this.#exchangeNow;
  }

  #advance(at: EpochMs): void {
    if (at > this.#exchangeNow) this.#exchangeNow = at;
  }
}

export function leaseKey(deploymentId: number): string {
  return `deployment run ${deploymentId}`;
}
