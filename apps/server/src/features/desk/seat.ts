import type { Queryable, Tx } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import type { OrderIntent } from '@trickdesk/engine';
import type {
  DeskRequest,
  EntryPlan,
  PlacedEntry,
  PlacedIntent,
  PlannedEntry,
  Seat,
  SeatFacts,
} from '../deployments/index.ts';
import type { AccountDesk } from './account-desk.ts';
import { idsToDetach } from './close-line.ts';
import { toDeskInstrument } from './load-desk.ts';
import { type DeskMoment, type DeskOrder, type Line, lineKey, type OrderShape } from './model.ts';
import { markOldUnits } from './old-units.ts';
import { entryRow, newRow } from './order-row.ts';
import type { EntryRequest, WeighedEntry } from './parts.ts';
import { entryLimit, slices } from './prices.ts';
import { newLine } from './restore-desk.ts';
import {
  type BrokerOrderValues,
  checkDesk,
  detachRows,
  findAlgo,
  insertNews,
  insertOrderRow,
  noteWithdrawn,
} from './store.ts';
import { unclearIn } from './unclear-line.ts';
import { WaitingEntries, waitsForOpening } from './waiting-entries.ts';
import { endWaitingEntry } from './waiting-store.ts';

type Decided = Pick<PlacedIntent, 'intent' | 'decidedAtWall'>;

/** What a batch asks for, until its transaction is through. */
interface Staged {
  readonly orders: DeskOrder[];
  /** Numbers of the rows, which come with the end of the transaction. */
  readonly numbered: Promise<void>[];
  readonly lines: Map<number, Line>;
  readonly wishes: (() => void)[];
  readonly touched: Set<Line>;
  /** Of what is planned without asking. */
  readonly weighed: WeighedEntry[];
}

const nothing = (): Staged => ({
  ...{ orders: [], numbered: [], lines: new Map(), wishes: [], touched: new Set(), weighed: [] },
});

/** One run's place at the desk of its account. */
export class RunSeat implements Seat {
  readonly #desk: AccountDesk;
  readonly #facts: SeatFacts;
  readonly #stopListening: () => void;
  readonly #onNews: () => void;
  /** Read once: it does not change while the run goes on. */
  #acknowledged: { readonly algo: Line['algo'] } | undefined;
  #staged: Staged = nothing();
  #refused = false;
  /** Of the desk, when this was staged. */
  #generation = 0;
  #isDoubtful = false;
  readonly #waiting: WaitingEntries;

  constructor(desk: AccountDesk, facts: SeatFacts, onNews: () => void) {
    this.#desk = desk;
    this.#facts = facts;
    this.#onNews = onNews;
    this.#stopListening = desk.listen(facts, onNews);
    this.#waiting = new WaitingEntries(desk, facts, onNews);
    desk.waiting.add(this.#waiting);
    const traded = facts.instruments.map(toDeskInstrument).filter((instrument) => instrument !== undefined);
    desk.bands.expect(this, traded);
    desk.parts.memory?.expect(
      facts,
      facts.instruments.map(({ id }) => id),
    );
    if (desk.parts.memory) void this.#acknowledge(desk.parts.database.kysely).catch(() => undefined);
  }

  async plan(intents: readonly OrderIntent[], at: EpochMs, decidedAtWall?: number): Promise<EntryPlan | undefined> {
    this.#forget();
    this.#isDoubtful = false;
    const { memory } = this.#desk.parts;
    await memory?.ready(this.#desk.linkId);
    await this.#desk.ready();
    if (!memory || !this.#acknowledged) return undefined;
    this.#generation = this.#desk.generation;
    const entries: PlannedEntry[] = [];
    for (const intent of intents) {
      const entry = this.#planEntry({ intent, decidedAtWall }, at);
      if (!entry) {
        this.#forget();
        return undefined;
      }
      entries.push(entry);
    }
    const { weighed } = this.#staged;
    const [first] = weighed;
    if (!first) return undefined;
    const { accountId, brokerLinkId } = this.#facts;
    const { version, dataset } = first;
    const { fence } = this.#desk;
    const stored = (now: bigint, placed: readonly PlacedEntry[]): void => this.#number(entries, now, placed);
    return { accountId, brokerLinkId, fence, version, dataset, entries, stored, dropped: () => this.#forget() };
  }

  resume(): void {
    this.#waiting.resume();
    for (const line of this.#ownLines().filter(({ inOldUnits }) => inOldUnits)) {
      line.inOldUnits = false;
      this.#desk.core.touch(line);
    }
  }

  changed(): void {
    this.#desk.changed();
  }

  async write(tx: Tx, requests: readonly DeskRequest[], at: EpochMs): Promise<void> {
    // A transaction that is repeated writes anew.
    this.#forget();
    this.#isDoubtful = false;
    await this.#desk.ready();
    this.#generation = this.#desk.generation;
    const isOurs = checkDesk(tx, this.#desk.linkId, this.#desk.fence);
    // It travels with what is asked besides, and is told at the end.
    isOurs.catch(() => undefined);
    for (const request of requests) await this.#stage(tx, request, at);
    await isOurs;
  }

  async committed(): Promise<void> {
    const { orders, numbered, lines, wishes, touched } = this.#staged;
    this.#staged = nothing();
    await Promise.all(numbered);
    // The desk has read anew meanwhile: it found in the rows what this transaction stored.
    if (this.#generation !== this.#desk.generation) return;
    for (const line of lines.values()) this.#desk.core.lines.set(lineKey(line), line);
    for (const order of orders) {
      order.committed = true;
      this.#desk.core.add(order);
    }
    for (const wish of wishes) wish();
    for (const line of touched) this.#desk.core.touch(line);
    this.#desk.step('touched');
    if (!this.#refused) return;
    this.#refused = false;
    this.#onNews();
  }

  rolledBack(isCertain = false): void {
    const { orders, wishes } = this.#staged;
    this.#isDoubtful = !isCertain && orders.length + wishes.length > 0;
    this.#forget();
    if (isCertain) return;
    // It may be stored all the same, if only the answer was lost. Where it is repeated at once, that one counts.
    setImmediate(() => {
      if (this.#isDoubtful) void this.#desk.reload();
      this.#isDoubtful = false;
    });
  }

  #forget(): void {
    for (const { dropped } of this.#staged.weighed) dropped();
    this.#staged = nothing();
    this.#refused = false;
  }

  leave(): void {
    this.#stopListening();
    this.#desk.bands.forget(this);
    this.#desk.waiting.delete(this.#waiting);
    this.#waiting.leave();
    // It may be let go for an ex-date, and whoever takes it up may fail at that.
    markOldUnits(this.#desk.parts.marketData, this.#ownLines(), this.#desk.moment().today).catch((error: unknown) =>
      this.#desk.parts.log.error({ error, deploymentId: this.#facts.deploymentId }, 'ex-dates could not be asked for'),
    );
  }

  #ownLines(): Line[] {
    const { deploymentId, runNumber } = this.#facts;
    return [...this.#desk.core.lines.values()].filter(
      (line) => line.deploymentId === deploymentId && line.runNumber === runNumber,
    );
  }

  async #stage(tx: Tx, request: DeskRequest, at: EpochMs): Promise<void> {
    const { wishes } = this.#staged;
    switch (request.kind) {
      case 'intent':
        if (request.placed.intent.purpose === 'entry') return this.#stageEntry(tx, request.placed, at);
        return this.#stageExit(tx, request.placed);
      case 'levels': {
        const line = await this.#line(tx, request.levels.base);
        wishes.push(() => {
          line.stopPaise = request.levels.stopPaise;
        });
        return;
      }
      case 'withdrawn':
        wishes.push(() => this.#withdraw(request.intentId));
        return this.#noteWithdrawn(tx, request.intentId, at);
      case 'detached': {
        const line = await this.#line(tx, request.base);
        // With the position's own row: a desk that dies now must not take the owner's units for nobody's.
        await detachRows(tx, idsToDetach(line));
        wishes.push(() => this.#desk.core.detach(line));
      }
    }
  }

  async #stageEntry(tx: Tx, placed: PlacedIntent, at: EpochMs): Promise<void> {
    const { intent, tradeOrderId } = placed;
    const line = await this.#line(tx, intent.base);
    if (this.#waits(at)) {
      this.#staged.wishes.push(() => this.#waiting.note(line.instrument.id));
      return;
    }
    const now = this.#desk.moment();
    const request = this.#requestOf(line, intent, { now, at });
    const veto = unclearIn(line) ?? (await this.#desk.parts.gate(tx, request));
    if (veto) {
      await this.#refuse(tx, intent.id, { at, ...veto });
      return;
    }
    const { brokerLinkId, pricePaise } = request;
    const made = this.#makeOrders(line, placed, { now, at, pricePaise });
    const id = await tradeOrderId;
    for (const order of made) {
      order.tradeOrderId = id;
      this.#staged.numbered.push(storeOrder(tx, order, newRow(order, { brokerLinkId, at, wall: now.wall })));
    }
  }

  /** The same by what is known; `undefined` where it has to be asked, or may not go out. */
  #planEntry(decided: Decided, at: EpochMs): PlannedEntry | undefined {
    const { intent } = decided;
    const line = this.#knownLine(intent.base);
    if (!line || unclearIn(line) || this.#waits(at)) return undefined;
    this.#staged.touched.add(line);
    const now = this.#desk.moment();
    const request = this.#requestOf(line, intent, { now, at });
    const quantities = this.#slices(line, intent);
    const weighed = this.#desk.parts.memory?.weigh(request, quantities);
    if (!weighed) return undefined;
    this.#staged.weighed.push(weighed);
    const made = this.#makeOrders(line, decided, { now, at, pricePaise: request.pricePaise });
    return { intent, market: weighed.market, orders: made.map((order) => entryRow(order, { at, wall: now.wall })) };
  }

  /** Of what was planned, the rows are there. */
  #number(entries: readonly PlannedEntry[], version: bigint, placed: readonly PlacedEntry[]): void {
    const { orders, weighed } = this.#staged;
    for (const [n, { intent }] of entries.entries()) {
      const ids = placed[n];
      if (!ids) throw new Error('an entry that was stored has no number');
      weighed[n]?.stored(version, ids);
      const made = orders.filter(({ intentId }) => intentId === intent.id);
      for (const [at, order] of made.entries()) {
        order.tradeOrderId = ids.id;
        order.rowId = ids.rows[at] ?? 0;
      }
    }
    weighed.length = 0;
  }

  #waits(at: EpochMs): boolean {
    return waitsForOpening(this.#facts.product, { calendar: this.#desk.parts.calendar, at });
  }

  #requestOf(
    line: Line,
    intent: OrderIntent,
    { now, at }: { readonly now: DeskMoment; readonly at: EpochMs },
  ): EntryRequest {
    const { instrument } = line;
    const { side, quantity } = intent;
    const { accountId, brokerLinkId, deploymentId, runNumber, product } = this.#facts;
    const { settings } = this.#desk.parts;
    const pricePaise = entryLimit(side, { instrument, referencePaise: intent.referencePaise }, { now, settings });
    const run = { accountId, brokerLinkId, deploymentId, runNumber };
    const orders = this.#slices(line, intent).length;
    return { ...run, instrument, side, product, quantity, orders, pricePaise, at };
  }

  #slices({ instrument }: Line, { quantity }: OrderIntent): number[] {
    return slices(quantity, instrument, this.#desk.parts.settings.freezeQuantity);
  }

  #makeOrders(
    line: Line,
    { intent, decidedAtWall }: Decided,
    { now, at, pricePaise }: { readonly now: DeskMoment; readonly at: EpochMs; readonly pricePaise: number },
  ): DeskOrder[] {
    const { id: intentId, side, quantity: whole } = intent;
    const made = this.#slices(line, intent).map((quantity) => {
      const shape: OrderShape = { kind: 'limit', quantity, pricePaise };
      const wish = { shape, now, intentId, side, decidedAtWall };
      return this.#desk.makeOrder(line, { ...wish, role: 'entry', committed: false });
    });
    this.#staged.orders.push(...made);
    this.#staged.wishes.push(() => {
      line.entrySide = side;
      line.entry = { intentId, quantity: whole, sinceWall: now.wall, sinceAt: at, withdrawn: false };
    });
    return made;
  }

  async #stageExit(tx: Tx, { intent, ...placed }: PlacedIntent): Promise<void> {
    const line = await this.#line(tx, intent.base);
    const tradeOrderId = await placed.tradeOrderId;
    const sinceWall = this.#desk.moment().wall;
    this.#staged.wishes.push(() => {
      const { id: intentId, quantity, rule } = intent;
      const { decidedAtWall } = placed;
      line.exit = { intentId, tradeOrderId, quantity, rule, sinceWall, decidedAtWall, toldQuantity: 0 };
      for (const order of line.orders) if (order.role !== 'entry') order.tradeOrderId ??= tradeOrderId;
    });
  }

  async #refuse(
    tx: Tx,
    intentId: number,
    veto: { readonly at: EpochMs; readonly rule: string; readonly sentence: string },
  ): Promise<void> {
    const { deploymentId, runNumber } = this.#facts;
    const news = { kind: 'ended', intentId, at: veto.at, reason: 'refused', veto: veto.rule, note: veto.sentence };
    const at = new Date(this.#desk.parts.clock.now());
    await insertNews(tx, [{ deploymentId, runNumber, body: JSON.stringify(news), at }]);
    this.#refused = true;
  }

  async #noteWithdrawn(tx: Tx, intentId: number, at: EpochMs): Promise<void> {
    const wall = new Date(this.#desk.parts.clock.now());
    await noteWithdrawn(tx, { ...this.#facts, intentId }, { at: new Date(at), wall });
    if (this.#facts.product !== 'delivery') return;
    const body = JSON.stringify({ kind: 'ended', intentId, at, reason: 'cancelled' });
    if (await endWaitingEntry(tx, this.#facts, { intentId, body, at: wall })) this.#refused = true;
  }

  #withdraw(intentId: number): void {
    for (const line of this.#ownLines()) {
      if (line.entry?.intentId !== intentId) continue;
      line.entry.withdrawn = true;
      this.#desk.core.touch(line);
    }
  }

  /** The line of a base; one that is not known yet becomes known when the transaction is through. */
  async #line(tx: Tx, base: number): Promise<Line> {
    if (!this.#knownLine(base) && !this.#acknowledged) await this.#acknowledge(tx);
    const line = this.#knownLine(base);
    if (!line) throw new Error(`base ${base} of deployment ${this.#facts.deploymentId} cannot be traded`);
    this.#staged.touched.add(line);
    return line;
  }

  #knownLine(base: number): Line | undefined {
    const { deploymentId, runNumber, accountId, product, instruments } = this.#facts;
    const known = this.#desk.core.lines.get(lineKey({ deploymentId, runNumber, base })) ?? this.#staged.lines.get(base);
    if (known) return known;
    const instrument = toDeskInstrument(instruments[base]);
    if (!instrument || !this.#acknowledged) return undefined;
    const { algo } = this.#acknowledged;
    const line = newLine({ deploymentId, runNumber, base, accountId, instrument, product, algo });
    this.#staged.lines.set(base, line);
    return line;
  }

  async #acknowledge(db: Queryable): Promise<void> {
    this.#acknowledged = await acknowledgedOf(db, this.#facts.deploymentId);
  }
}

async function acknowledgedOf(db: Queryable, deploymentId: number): Promise<{ readonly algo: Line['algo'] }> {
  const row = await findAlgo(db, deploymentId);
  return { algo: row && { algoId: row.algo_id, versionHash: row.version_hash } };
}

/** Leaves with the commit. Where it fails, that does, and tells why. */
function storeOrder(tx: Tx, order: DeskOrder, row: BrokerOrderValues): Promise<void> {
  const stored = insertOrderRow(tx, row).then((id) => {
    order.rowId = id;
  });
  stored.catch(() => undefined);
  return stored;
}
