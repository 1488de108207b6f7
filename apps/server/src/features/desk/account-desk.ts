import type { BrokerAccess, BrokerOrder, BrokerOrders, OrderFeed } from '@trickdesk/brokers';
import { type EpochMs, indiaDateOf } from '@trickdesk/domain';
import type { Quote } from '@trickdesk/engine';
import { AccountLook } from './account-look.ts';
import { askBroker } from './ask-broker.ts';
import { BookTurn } from './book-turn.ts';
import { DeskCore, type DeskSend } from './desk-core.ts';
import { momentOf } from './desk-moment.ts';
import { isEmpty } from './effects.ts';
import { ForeignOrders } from './foreign-orders.ts';
import { LastPrices } from './last-prices.ts';
import { loadDesk } from './load-desk.ts';
import { newOrder, type OrderWish } from './make-order.ts';
import type { DeskMoment, DeskOrder, Line } from './model.ts';
import { LastQuotes, noteQuotes } from './order-quotes.ts';
import { applyOwnRequests } from './own-requests.ts';
import type { DeskParts } from './parts.ts';
import { PriceBands } from './price-bands.ts';
import { SingleLook } from './single-look.ts';
import { DeskLost, nextFence, retakeDesk, takeDesk } from './store.ts';
import { type DeskStep, stepOf, storeStep } from './store-step.ts';
import type { WaitingEntries } from './waiting-entries.ts';

const STORE_RETRY_MS = 200;
/** How often the desk looks by itself at what time has made due. */
const BEAT_MS = 100;

/**
 * The desk of one broker account: everything that this product asks of the broker for it goes through here, one
 * thing after another. An order is stored before it is sent; what the broker says is stored before anybody is told.
 */
export class AccountDesk {
  readonly linkId: number;
  core: DeskCore;
  readonly parts: DeskParts;
  accountId = 0;
  readonly bands = new PriceBands();
  /** Of runs that sit here. */
  readonly waiting = new Set<WaitingEntries>();
  readonly #prices = new LastPrices();
  readonly #quotes = new LastQuotes();
  readonly #listeners = new Map<string, () => void>();
  #fence = 0n;
  #access: BrokerAccess | undefined;
  #orders: BrokerOrders | undefined;
  #sessionAlive = false;
  #feed: OrderFeed | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stores: Promise<void> = Promise.resolve();
  #over = false;
  #generation = 0;
  #reloading: Promise<void> | undefined;
  #isReading = false;
  /** So many since the last step that was stored. */
  #reloads = 0;
  #closing = false;
  #waking: Promise<void> = Promise.resolve();
  readonly #foreign = new ForeignOrders();
  readonly #account: AccountLook;
  readonly #single = new SingleLook();
  readonly #bookTurn: BookTurn;
  #bookUnderWay: Promise<void> | undefined;
  #exchangeNow: EpochMs = 0;
  #inFlight = new Set<Promise<void>>();

  constructor(parts: DeskParts, linkId: number) {
    this.parts = parts;
    this.linkId = linkId;
    this.#account = new AccountLook(parts.settings);
    this.#bookTurn = new BookTurn(parts.settings);
    this.core = this.#newCore();
  }

  #newCore(): DeskCore {
    return new DeskCore(this.parts.settings, (line, wanted, now) => this.makeOrder(line, { ...wanted, now }));
  }

  /** Takes the account up: what is stored, then what the broker's books say. */
  async open(exchangeNow: EpochMs): Promise<void> {
    try {
      await this.#takeUp(exchangeNow);
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  async #takeUp(exchangeNow: EpochMs): Promise<void> {
    this.#exchangeNow = exchangeNow;
    const taken = await takeDesk(this.parts.database.kysely, this.linkId);
    if (!taken) throw new DeskLost(`link ${this.linkId} is not there any more`);
    this.#fence = taken.fence;
    this.accountId = taken.link.account_id;
    await loadDesk(this, this.core, indiaDateOf(exchangeNow));
    await applyOwnRequests(this);
    await this.#takeAccess();
    this.#feed = this.parts.broker.openOrderFeed(() => this.#access, {
      onOrder: (order) => this.#hear(() => this.core.onReport(order, this.moment())),
      onEvent: (event) => {
        // What was said while nobody listened stands in the book.
        if (event.kind === 'connected') {
          this.#bookTurn.missed();
          this.#account.afterSilence();
        }
        if (event.kind === 'session_expired') this.#sessionEnded(this.#access);
      },
    });
    await this.look();
    this.#timer = setInterval(() => this.beat(), BEAT_MS);
    this.step();
  }

  /** Changes when the desk has read anew what is stored: what was planned before belongs to a desk that is gone. */
  get generation(): number {
    return this.#generation;
  }

  /** Rows of the account have changed: what entries are weighed by is read again. */
  changed(): void {
    this.parts.memory?.changed(this.linkId);
  }

  /** Resolves when nothing is doubtful about what is stored. */
  async ready(): Promise<void> {
    await this.#reloading;
  }

  /**
   * Whether a transaction was stored is not known: what the rows say holds, as for a desk that takes the account up.
   * Tried until it succeeds, or another desk has the account. Never throws.
   */
  reload(): Promise<void> {
    this.#reloading ??= this.#reload().finally(() => {
      this.#reloading = undefined;
    });
    return this.#reloading;
  }

  async #reload(): Promise<void> {
    const known = [this.#fence];
    for (; !this.#over && !this.#closing; this.#reloads += 1) {
      const restMs = this.#reloads === 0 ? 0 : Math.min(STORE_RETRY_MS * 2 ** this.#reloads, 5_000);
      await new Promise((resolve) => setTimeout(resolve, restMs));
      try {
        const fence = await nextFence(this.parts.database.kysely);
        // Until here the desk goes on with what is stored for certain: exits are followed while the database is away.
        known.push(fence);
        if (!(await retakeDesk(this.parts.database.kysely, this.linkId, { fence, known }))) return this.#lost();
        await this.#readAnew(fence);
        this.#reloads += 1;
        return;
      } catch (error) {
        this.parts.log.error({ error, brokerLinkId: this.linkId }, 'a desk could not read anew; it tries again');
      }
    }
  }

  async #readAnew(fence: bigint): Promise<void> {
    this.#fence = fence;
    this.#generation += 1;
    this.#isReading = true;
    try {
      const core = this.#newCore();
      await loadDesk(this, core, indiaDateOf(this.#exchangeNow));
      this.core = core;
      await applyOwnRequests(this);
    } finally {
      this.#isReading = false;
    }
    this.#bookTurn.missed();
    this.#account.afterSilence();
    // What was stored without an answer may have been news to any of them.
    for (const tell of this.#listeners.values()) tell();
  }

  #lost(): void {
    this.parts.log.warn({ brokerLinkId: this.linkId }, 'the desk of an account was taken over');
    this.abandon();
  }

  moment(): DeskMoment {
    const canAct = this.#sessionAlive && !this.#closing && !this.#over && this.parts.mayAct();
    return momentOf(this, this.#prices, { at: this.#exchangeNow, canAct });
  }

  listen(line: Pick<Line, 'deploymentId' | 'runNumber'>, onNews: () => void): () => void {
    const key = `${line.deploymentId} ${line.runNumber}`;
    this.#listeners.set(key, onNews);
    return () => {
      if (this.#listeners.get(key) === onNews) this.#listeners.delete(key);
    };
  }

  onQuote(instrumentId: number, quote: Quote): void {
    this.#quotes.show(instrumentId, quote);
  }

  onPrice(instrumentId: number, at: EpochMs, pricePaise: number): void {
    this.onClock(at);
    this.#quotes.price(instrumentId, pricePaise, this.parts.clock.now());
    // What was decided on a day's last bar leaves with the first price of the next, not with the beat after it.
    if (this.#prices.note(instrumentId, at, pricePaise)) this.#lookAndStep();
  }

  onClock(at: EpochMs): void {
    if (at > this.#exchangeNow) this.#exchangeNow = at;
  }

  /** Rows of the account changed elsewhere: its session, or what its owner asks of own orders. */
  wake(): Promise<void> {
    // One after another: two that looked at the same new order at once would both send it.
    const woken = this.#waking.then(async () => {
      if (this.#over) return;
      this.changed();
      await this.#takeAccess();
      await applyOwnRequests(this);
      this.step();
    });
    this.#waking = woken.catch(() => undefined);
    return woken;
  }

  beat(): void {
    if (this.#over) return;
    const now = this.moment();
    const reasons = { hasOrders: this.core.orders.size > 0, needsBook: this.core.needsBook(now), wall: now.wall };
    if (this.#bookTurn.isDue(reasons)) void this.look();
    void this.#lookAtAccount();
    void this.bands.look(this);
    this.#lookAndStep();
  }

  #lookAndStep(): void {
    for (const entries of this.waiting) void entries.look();
    this.step();
  }

  async #lookAtAccount(): Promise<void> {
    const orders = this.#orders;
    if (!orders || !this.moment().canAct) return;
    void this.#single.look(this, orders);
    if (await this.#account.look(this, orders)) this.#bookTurn.missed();
  }

  /** Decides what is due, stores it, and sends what is stored. What a commit has stored already goes out at once. */
  step(scope: 'touched' | 'all' = 'all'): void {
    if (this.#over || this.#isReading) return;
    const now = this.moment();
    const sends = this.core.plan(now, scope);
    const effects = this.core.takeEffects();
    if (isEmpty(effects)) return;
    noteQuotes(this.#quotes, { sends, changed: effects.changed }, now);
    const isNew = new Set(effects.created);
    // An own order is not in such a hurry: a row that says "never sent" must be true, or it could be sent twice.
    const isLater = ({ order, asking }: DeskSend): boolean =>
      isNew.has(order) || (order.role === 'own' && asking.verb === 'place');
    for (const send of sends) if (!isLater(send)) this.#send(send);
    const step = stepOf(effects, { brokerLinkId: this.linkId, at: this.#exchangeNow, wall: this.parts.clock.now() });
    const generation = this.#generation;
    this.#stores = this.#stores.then(() => this.#store(step, generation));
    const later = sends.filter(isLater);
    if (later.length === 0) return;
    this.#stores = this.#stores.then(() => {
      if (generation !== this.#generation) return;
      for (const send of later) this.#send(send);
    });
  }

  /** Resolves when everything so far is stored and every request is answered. */
  async settled(): Promise<void> {
    await this.#stores;
    await Promise.all(this.#inFlight);
    await this.#stores;
  }

  /** Nothing more is sent; what is under way is stored. */
  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#timer);
    this.#feed?.close();
    await this.#waking;
    await this.settled();
    this.step();
    await this.#stores;
    this.#over = true;
  }

  abandon(): void {
    this.#over = true;
    clearInterval(this.#timer);
    this.#feed?.close();
  }

  get fence(): bigint {
    return this.#fence;
  }

  makeOrder(line: Line, wish: Omit<OrderWish, 'tag'>): DeskOrder {
    return newOrder(line, { ...wish, tag: this.parts.newTag() });
  }

  #hear(news: () => void): void {
    if (this.#over) return;
    news();
    this.step('touched');
  }

  #send({ order, asking }: DeskSend): void {
    const { core } = this;
    const [orders, access] = [this.#orders, this.#access];
    // The last look before the request leaves: a process that slept must not act on what it knew before.
    const mayAct = (): boolean => !this.#over && !this.#closing && this.parts.mayAct();
    if (!orders || !mayAct()) {
      core.onAnswer(order, asking, { kind: 'not_sent', cause: 'no_connection' }, this.moment());
      return;
    }
    const work = askBroker(orders, { order, asking }, { ...this.parts, mayAct }).then((outcome) => {
      if (outcome.kind === 'not_sent' && outcome.cause === 'session_expired') this.#sessionEnded(access);
      // An answer to what the desk knew before it read anew: the book tells the same.
      if (core === this.core) this.#hear(() => core.onAnswer(order, asking, outcome, this.moment()));
    });
    this.#inFlight.add(work);
    void work.finally(() => this.#inFlight.delete(work));
  }

  async #store(step: DeskStep, generation: number): Promise<void> {
    if (this.#over || generation !== this.#generation) return;
    try {
      await storeStep(this, step, this.#fence);
      this.#reloads = 0;
      this.changed();
      this.parts.onStored(this.accountId);
      for (const key of step.told) this.#listeners.get(key)?.();
    } catch (error) {
      // The desk has read anew meanwhile: what this step knew is read, or planned once more.
      if (generation !== this.#generation) return;
      // While it reads anew its next fence may stand there already: whether it is this desk's, the reading tells.
      if (error instanceof DeskLost && !this.#reloading) return this.#lost();
      // It may be stored all the same: to store it again would tell a run the same fill twice.
      this.parts.log.error({ error, brokerLinkId: this.linkId }, 'a step of a desk may not be stored; it reads anew');
      await this.reload();
    }
  }

  async #takeAccess(): Promise<void> {
    const access = await this.parts.accessOf(this.linkId);
    const isSame = access?.tokens.accessToken === this.#access?.tokens.accessToken;
    this.#sessionAlive = access !== undefined && (this.#sessionAlive || !isSame);
    // Its row would say that it stands: nobody would be told, or sign in by themselves.
    if (isSame && access && !this.#sessionAlive) this.parts.onSessionEnded(this.linkId, access);
    if (isSame) return;
    this.#access = access;
    this.#orders = access && this.parts.broker.orders(access);
    this.#feed?.reconnect();
    this.#bookTurn.missed();
  }

  /** @param access with which the broker was asked: its word on an earlier session says nothing of the present one */
  #sessionEnded(access: BrokerAccess | undefined): void {
    if (!this.#sessionAlive || access === undefined || access !== this.#access) return;
    this.#sessionAlive = false;
    this.parts.log.warn({ brokerLinkId: this.linkId }, 'the broker does not know the session any more');
    this.parts.onSessionEnded(this.linkId, access);
  }

  /** Looks into the broker's book. Never throws: what could not be read or stored is looked at again. */
  look(): Promise<void> {
    this.#bookUnderWay ??= this.#readBook()
      // The next look comes soon; what could not be stored of orders from elsewhere is stored then.
      .catch((error: unknown) => {
        this.parts.log.error({ error, brokerLinkId: this.linkId }, 'a look into the order book failed');
      })
      .finally(() => {
        this.#bookUnderWay = undefined;
      });
    return this.#bookUnderWay;
  }

  async #readBook(): Promise<void> {
    let askedAtWall = this.parts.clock.now();
    this.#bookTurn.asked(askedAtWall);
    // Its turn within the broker's rate may come a second later: what was sent meanwhile is in the book, or lost.
    const access = this.#access;
    const reply = await this.#orders?.orderBook(() => {
      askedAtWall = this.parts.clock.now();
      this.#bookTurn.asked(askedAtWall);
    });
    if (this.#over || !reply) return;
    if (reply.kind === 'session_expired') return this.#sessionEnded(access);
    if (reply.kind !== 'ok') {
      this.parts.log.warn({ brokerLinkId: this.linkId, outcome: reply.kind }, 'the order book could not be read');
      return;
    }
    const foreign: BrokerOrder[] = this.core.onBook(reply.value, askedAtWall, this.moment());
    this.#account.afterBook(reply.value, askedAtWall);
    this.core.forgetBefore(indiaDateOf(this.#exchangeNow));
    this.step();
    await this.#foreign.keep(this, foreign);
  }
}
