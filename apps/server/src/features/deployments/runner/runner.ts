import type { Bus, Database, Subscription } from '@trickdesk/db';
import { addDays, type Bar, type EpochMs, type IndiaDate, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import type { Quote } from '@trickdesk/engine';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { askForQuotes, type MarketDataService, subscribeMarket } from '../../market-data/index.ts';
import { BROKER_ACCOUNTS_CHANNEL, DEPLOYMENTS_CHANNEL } from '../channel.ts';
import { EntryGroups } from './entry-groups.ts';
import type { EntryGuard } from './entry-guard.ts';
import { haltRun } from './halt-run.ts';
import { HeardMinutes } from './heard-minutes.ts';
import { Holdings } from './holdings.ts';
import type { LiveDesks } from './live-desk.ts';
import { modeOf, type Place, type RunMode, type Taken } from './mode.ts';
import { listWithOpenNews } from './news-store.ts';
import { Routes } from './routes.ts';
import { RunSession } from './run-session.ts';
import type { SeatParts } from './seat.ts';
import { SendLanes } from './send-lanes.ts';
import { listCommands, listRunnable, RunLost, type RunnableRow } from './store.ts';
import { Troubles } from './troubles.ts';

export interface RunnerParts {
  readonly database: Database;
  /**
   * Connections for nothing but writes that an order waits for: they find one free, and what they say planned on it
   * before. Absent: those of `database`.
   */
  readonly orderWrites?: Pick<Database, 'transaction' | 'prepared'>;
  readonly bus: Bus;
  readonly marketData: MarketDataService;
  readonly clock: Clock;
  readonly log: Log;
  /** Against the trader, basis points of the price, on each paper fill. */
  readonly slippageBps: number;
  /** What sends orders to brokers: given to a runner of live mode alone, and this is what makes it one. */
  readonly desks?: LiveDesks;
  /** Holds entries of test mode back while prices cannot be trusted; live, the gate of each account does. */
  readonly guard?: EntryGuard;
  /** Before a failed write is tried again; longer with each try. Tests shorten it. */
  readonly retryAfterMs?: number;
  /** How often it looks by itself, see `LOOK_EVERY_MS`. A test that counts on not being looked at lengthens it. */
  readonly lookEveryMs?: number;
}

/** How often the database is asked for work that no wake-up told of, and for runs that a dead runner left. */
const LOOK_EVERY_MS = 2_000;
/** How often it is asked whether another runner has died or fallen asleep: what that one ran is to go on soon. */
const WATCH_EVERY_MS = 500;
/** Runs that are opened side by side: each waits for the database more than it works. */
const OPENED_AT_ONCE = 4;

/**
 * Runs every deployment of its mode that no other runner holds, so that each is run by exactly one process, and another
 * takes over within seconds of a death or a pause. In test mode a lease stands for a deployment; in live mode for a
 * broker account, whose desk is opened first and whose orders are looked after even where no deployment runs any more.
 * By itself it loads nothing that could place a real order.
 */
export class Runner {
  readonly #parts: RunnerParts;
  readonly #mode: RunMode;
  readonly #holdings: Holdings;
  readonly #sessions = new Map<number, RunSession>();
  readonly #routes = new Routes();
  readonly #heard = new HeardMinutes();
  readonly #troubles: Troubles;
  readonly #lanes = new SendLanes();
  readonly #groups: EntryGroups;
  /** In test mode, the newest of each instrument that shows one. */
  readonly #quotes = new Map<number, Quote>();
  #subscriptions: Subscription[] = [];
  #timers: readonly NodeJS.Timeout[] = [];
  #watching: Promise<void> | undefined;
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #stopped = false;
  #exchangeNow: EpochMs = 0;
  /** Whose ex-dates were looked for last. */
  #day: IndiaDate = '';
  #dayEndsAt: EpochMs = 0;

  constructor(parts: RunnerParts) {
    const { database, clock, log, desks } = parts;
    this.#parts = parts;
    this.#mode = modeOf(desks);
    this.#troubles = new Troubles(clock);
    this.#groups = new EntryGroups({ database: parts.orderWrites ?? database, lanes: this.#lanes, log });
    const onLost = (): void => this.#letGoOfAll();
    this.#holdings = new Holdings({ database, clock, log, desks, onLost, onReady: () => this.wake() });
  }

  /** Deployments that this runner holds now. */
  get held(): readonly number[] {
    return [...this.#sessions.keys()];
  }

  /** Broker accounts whose desks are open in this process. */
  get accounts(): readonly number[] {
    return this.#holdings.accounts;
  }

  /** Whether this process is sure to hold what it runs, to be asked right before an act; see `LeaseSet.mayAct`. */
  mayAct(): boolean {
    return this.#holdings.mayAct();
  }

  async start(): Promise<void> {
    const { bus, desks } = this.#parts;
    await this.#askClock();
    await this.#holdings.beAwake();
    this.#subscriptions = [
      await subscribeMarket(bus, {
        onTick: (id, at, price) => this.#onTick(id, at, price),
        // In test mode fills are made against them; live, a desk keeps with an order what it left into.
        onQuote: (id, quote) => void (desks ? desks.onQuote(id, quote) : this.#quotes.set(id, quote)),
        onBar: (id, bar) => this.#onBar(id, bar),
        onQuiet: (id, until) => this.#onQuiet(id, until),
        onClock: (at, status) => this.#onClock(at, status === 'open'),
        onGap: () => this.#onGap(),
      }),
      await bus.subscribe(DEPLOYMENTS_CHANNEL, { onMessage: () => this.wake(), onGap: () => this.wake() }),
    ];
    if (desks) {
      const onMessage = (message: string): void => this.#wakeDesk(Number(message));
      this.#subscriptions.push(await bus.subscribe(BROKER_ACCOUNTS_CHANNEL, { onMessage, onGap: () => this.wake() }));
    }
    this.#timers = [
      setInterval(() => this.wake(), this.#parts.lookEveryMs ?? LOOK_EVERY_MS),
      setInterval(() => void this.#watchOthers(), WATCH_EVERY_MS),
    ];
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
    do {
      await this.#looking;
      await this.#holdings.settled();
    } while (this.#looking);
    await Promise.all([...this.#sessions.values()].map((session) => session.settled()));
  }

  /** Stores what is under way and gives the runs back, so that another runner goes on at once. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#watching;
    for (const subscription of this.#subscriptions) await subscription.unsubscribe();
    await this.#looking;
    await Promise.all([...this.#sessions.values()].map((session) => session.finish()));
    this.#sessions.clear();
    this.#routes.clear();
    await this.#holdings.close();
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
    await this.#parts.guard?.refresh(this.#routes.instrumentIds);
    // Commands before the rows: what a row then says of its life is at least as new as they are.
    await this.#applyCommands();
    const rows = await listRunnable(database.kysely, marketData.dataset, this.#mode.name);
    await this.#dropEnded(new Map(rows.map((row) => [row.id, row])), await this.#overExDates());
    const wanted = new Set<string>();
    // Every place first: desks look after what is at the broker, and open beside the runs that are read here in turn.
    const taken: Taken[] = [];
    for (const row of rows) {
      if (this.#stopped) return;
      const place = await this.#takePlace(row, wanted);
      if (place) taken.push({ row, place });
    }
    await this.#adoptAll(taken);
    for (const place of await this.#mode.otherPlaces(database.kysely, marketData.dataset)) {
      wanted.add(place.key);
      await this.#holdings.take(place);
    }
    await this.#holdings.keepOnly(wanted);
    await this.#applyCommands();
    this.#askForQuotes();
    if (this.#parts.desks) await this.#lookForNews();
    for (const account of this.#holdings.accounts) this.#wakeDesk(account);
  }

  /** What desks have told runs, for what a run was not woken for. */
  async #lookForNews(): Promise<void> {
    const told = await listWithOpenNews(this.#parts.database.kysely, this.held);
    for (const session of this.#sessions.values()) if (told.has(session.deploymentId)) session.readNews();
  }

  /** Runs that go over an ex-date: whoever takes one up reads everything in the units of that day. */
  async #overExDates(): Promise<ReadonlySet<RunSession>> {
    const day = indiaDateOf(this.#exchangeNow);
    if (day === this.#day) return new Set();
    const ids = await this.#parts.marketData.exDatesOn(day);
    const isFirst = this.#day === '';
    this.#day = day;
    return new Set(isFirst ? [] : ids.flatMap((id) => [...this.#routes.of(id)]));
  }

  async #dropEnded(runnable: ReadonlyMap<number, RunnableRow>, overExDates: ReadonlySet<RunSession>): Promise<void> {
    for (const session of [...this.#sessions.values()]) {
      const row = runnable.get(session.deploymentId);
      const goesOn = !session.isOver && row?.run_number === session.runNumber && !overExDates.has(session);
      if (goesOn) session.follow(row);
      else await this.#drop(session);
    }
  }

  /** Wakes this runner when another has died or fallen asleep. A question that fails is asked again: lost leases tell by themselves. */
  async #watchOthers(): Promise<void> {
    if (this.#watching || this.#stopped) return;
    const ask = async (): Promise<void> => {
      if (await this.#holdings.seesNewSilence()) this.wake();
    };
    this.#watching = ask()
      .catch((error: unknown) => this.#parts.log.warn({ error }, 'the runner could not look after the others'))
      .finally(() => {
        this.#watching = undefined;
      });
    await this.#watching;
  }

  async #adoptAll(taken: readonly Taken[]): Promise<void> {
    const waiting = [...taken];
    const adopt = async (): Promise<void> => {
      for (let next = waiting.shift(); next && !this.#stopped; next = waiting.shift()) {
        // It may have been lost again meanwhile.
        if (this.#holdings.isReady(next.place)) await this.#adopt(next.row);
      }
    };
    await Promise.all(Array.from({ length: OPENED_AT_ONCE }, adopt));
  }

  /** Answers the place of a deployment to be run here; a run that rests after a fault leaves its place to others. */
  async #takePlace(row: RunnableRow, wanted: Set<string>): Promise<Place | undefined> {
    const place = this.#mode.placeOf(row);
    if (!place) return undefined;
    const isRun = this.#sessions.has(row.id);
    if (!isRun && !this.#troubles.mayTry(row.id)) return undefined;
    wanted.add(place.key);
    return !isRun && (await this.#holdings.take(place)) ? place : undefined;
  }

  async #adopt(row: RunnableRow): Promise<void> {
    const session = new RunSession(this.#parts, { deploymentId: row.id, runNumber: row.run_number }, this.#seatParts());
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

  #seatParts(): SeatParts | undefined {
    const { desks } = this.#parts;
    return desks && { desks, confirm: () => this.#holdings.confirm(), lanes: this.#lanes, groups: this.#groups };
  }

  #letGoOfAll(): void {
    for (const session of this.#sessions.values()) session.abandon();
    this.#sessions.clear();
    this.#routes.clear();
    this.wake();
  }

  async #drop(session: RunSession): Promise<void> {
    await session.finish();
    if (session.fault !== undefined) await this.#afterFault(session);
    // Lost leases clear everything; a session of the same deployment may be another one by now.
    if (this.#sessions.get(session.deploymentId) !== session) return;
    this.#sessions.delete(session.deploymentId);
    this.#routes.remove(session);
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

  /** Again with each look: the feed may have begun anew, and forgets who has not asked for some time. */
  #askForQuotes(): void {
    const { bus, desks } = this.#parts;
    const instrumentIds = [...new Set([...this.#routes.instrumentIds, ...(desks?.traded() ?? [])])];
    askForQuotes(bus, { instrumentIds, isLive: desks !== undefined });
  }

  #route(session: RunSession, instrumentIds: readonly number[]): void {
    // The leases may have been lost while it was being opened.
    if (this.#sessions.get(session.deploymentId) !== session) return;
    this.#routes.add(session, instrumentIds);
  }

  #onTick(instrumentId: number, at: EpochMs, pricePaise: number): void {
    this.#advance(at);
    this.#parts.guard?.onPrice(instrumentId, at, pricePaise);
    // One object for all of them, whatever comes with it: this is done for every price of the market.
    const quote = this.#quotes.get(instrumentId);
    this.#heard.note(instrumentId, at, pricePaise);
    for (const session of this.#routes.of(instrumentId)) session.onTick(instrumentId, at, pricePaise, quote);
    this.#tellDesks((desks) => desks.onPrice(instrumentId, at, pricePaise));
  }

  #onBar(instrumentId: number, bar: Bar): void {
    this.#parts.marketData.noteTrading(bar.openAt);
    this.#parts.guard?.onBar(instrumentId, bar);
    const told = { bar, unheard: this.#heard.unheardOf(instrumentId, bar) };
    for (const session of this.#routes.of(instrumentId)) session.onBar(instrumentId, told, this.#exchangeNow);
    this.#tellDesks((desks) => desks.onBar(instrumentId, bar));
  }

  #onQuiet(instrumentId: number, until: EpochMs): void {
    for (const session of this.#routes.of(instrumentId)) session.onQuiet(instrumentId, until, this.#exchangeNow);
  }

  #onClock(at: EpochMs, isOpen: boolean): void {
    if (isOpen) this.#parts.marketData.noteTrading(at);
    this.#advance(at);
    this.#parts.guard?.onClock(at);
    for (const session of this.#sessions.values()) session.onClock(at);
    this.#tellDesks((desks) => desks.onClock(at));
  }

  #wakeDesk(brokerLinkId: number): void {
    if (this.#holdings.accounts.includes(brokerLinkId)) this.#tellDesks((desks) => desks.wake(brokerLinkId));
  }

  /** What a desk is told may make it send: only while this process is sure that it may. */
  #tellDesks(tell: (desks: LiveDesks) => void): void {
    const { desks } = this.#parts;
    if (!desks) return;
    if (this.#holdings.mayAct()) tell(desks);
    else void this.#holdings.confirm();
  }

  #onGap(): void {
    // A feed that begins anew learns at once whose missing minutes go first.
    this.#askForQuotes();
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
    if (at <= this.#exchangeNow) return;
    this.#exchangeNow = at;
    if (at < this.#dayEndsAt) return;
    this.#dayEndsAt = indiaMoment(addDays(indiaDateOf(at), 1));
    // The first look of a start is made when everything is ready for it.
    if (this.#timers.length > 0) this.wake();
  }
}
