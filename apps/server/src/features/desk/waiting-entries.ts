import type { Tx } from '@trickdesk/db';
import { type EpochMs, indiaDateOf, type MarketCalendar } from '@trickdesk/domain';
import type { SeatFacts } from '../deployments/index.ts';
import type { AccountDesk } from './account-desk.ts';
import { toDeskInstrument } from './load-desk.ts';
import { type DeskMoment, type DeskOrder, type EntryVeto, type Line, lineKey } from './model.ts';
import { newRow } from './order-row.ts';
import { entryLimit, slices } from './prices.ts';
import { newLine } from './restore-desk.ts';
import { checkDesk, findAlgo, insertNews, insertOrderRow } from './store.ts';
import { unclearIn } from './unclear-line.ts';
import { listWaitingEntries, lockRunning, type WaitingEntryRow } from './waiting-store.ts';

/** Whoever takes a run up later than this after the opening buys nothing of what was to be bought at it. */
const LATE_MS = 15 * 60_000;
/** At the opening the stored prices are of the day before for a moment: such a word is not the last one … */
const AGAIN_MS = 500;
const PASSES: ReadonlySet<string> = new Set(['feed_silent', 'stale_price']);
/** … for so long. */
const PATIENCE_MS = 20_000;
const LATE_WORDS = 'It was to go out at the opening, and nobody was there to send it.';

/**
 * An entry for delivery that was decided at the close, as a daily bar's is, goes out with its share's first price of the
 * next session.
 *
 * @param at the exchange's time of the decision
 */
export function waitsForOpening(
  product: SeatFacts['product'],
  { calendar, at }: { readonly calendar: MarketCalendar; readonly at: EpochMs },
): boolean {
  return product === 'delivery' && !calendar.sessionAt(at) && calendar.kindOf(indiaDateOf(at)) !== 'unknown';
}

/** A word against an entry that may be another in a moment: nothing of it is kept. */
class NotYet extends Error {}

/** Made for one row in a transaction, until that is through. */
interface Made {
  readonly line: Line;
  readonly entry: NonNullable<Line['entry']>;
  readonly side: DeskOrder['side'];
  readonly orders: readonly DeskOrder[];
}

/**
 * Entries of one run that wait for an opening. Which these are stands in rows alone, so that whoever takes the run up
 * finds them: intents without an order. Limits are asked, and prices made, when they leave.
 */
export class WaitingEntries {
  readonly #desk: AccountDesk;
  readonly #facts: SeatFacts;
  readonly #onNews: () => void;
  /** Of the exchange's clock, when the run was taken up. */
  readonly #since: EpochMs;
  /** Instruments of which some may wait. */
  readonly #unasked: Set<number>;
  /** Of the desk, when they were asked for last. */
  #generation: number;
  #mayGo = false;
  #isPlacing = false;
  #nextAtWall = 0;
  #firstAtWall: number | undefined;

  constructor(desk: AccountDesk, facts: SeatFacts, onNews: () => void) {
    this.#desk = desk;
    this.#facts = facts;
    this.#onNews = onNews;
    this.#since = desk.moment().at;
    this.#generation = desk.generation;
    this.#unasked = new Set();
    this.#askAll();
  }

  /** The run stands where the exchange does: it has gone over an ex-date, and withdrawn what it wants no more. */
  resume(): void {
    this.#mayGo = true;
  }

  /** Whether the run is this one, and stands where the exchange does. */
  isResumed(deploymentId: number): boolean {
    return this.#mayGo && this.#facts.deploymentId === deploymentId;
  }

  leave(): void {
    this.#mayGo = false;
  }

  /** One was stored for an instrument. */
  note(instrumentId: number): void {
    this.#unasked.add(instrumentId);
  }

  #askAll(): void {
    if (this.#facts.product === 'delivery') for (const { id } of this.#facts.instruments) this.#unasked.add(id);
  }

  /** Lets those go whose share has its first price. Never throws. */
  async look(): Promise<void> {
    // What was stored without an answer may be among what is read anew.
    if (this.#mayGo && this.#generation !== this.#desk.generation) this.#askAll();
    this.#generation = this.#desk.generation;
    if (this.#unasked.size === 0 || !this.#mayGo || this.#isPlacing) return;
    const now = this.#desk.moment();
    if (now.wall < this.#nextAtWall) return;
    const due = this.#facts.instruments.filter(({ id, symbol }) => this.#unasked.has(id) && isOpenFor(symbol, id, now));
    if (due.length === 0) return;
    this.#isPlacing = true;
    this.#firstAtWall ??= now.wall;
    // Before they are asked for: what is stored meanwhile is asked for again.
    for (const { id } of due) this.#unasked.delete(id);
    try {
      await this.#place(due.map(({ symbol }) => symbol));
      this.#firstAtWall = undefined;
    } catch (error) {
      for (const { id } of due) this.#unasked.add(id);
      this.#nextAtWall = now.wall + AGAIN_MS;
      if (!(error instanceof NotYet)) await this.#doubt(error);
    } finally {
      this.#isPlacing = false;
    }
  }

  /** Whether it was stored is not known: what the rows say holds. */
  async #doubt(error: unknown): Promise<void> {
    const { deploymentId } = this.#facts;
    this.#desk.parts.log.error({ error, deploymentId }, 'entries that waited for the opening may not be stored');
    await this.#desk.reload();
  }

  async #place(symbols: readonly string[]): Promise<void> {
    const desk = this.#desk;
    await desk.ready();
    const { generation } = desk;
    // What is decided at the close of this session is for the next.
    const openAt = desk.parts.calendar.sessionOn(desk.moment().today)?.openAt;
    if (openAt === undefined) return;
    const before = new Date(openAt);
    const told: boolean[] = [];
    const made = await desk.parts.database.transaction(async (tx) => {
      told.length = 0;
      const { deploymentId, runNumber } = this.#facts;
      if (!(await lockRunning(tx, { deploymentId, runNumber }))) return [];
      await checkDesk(tx, desk.linkId, desk.fence);
      const staged: Made[] = [];
      for (const row of await listWaitingEntries(tx, { deploymentId, runNumber }, { symbols, before })) {
        const one = await this.#stage(tx, row);
        if (one) staged.push(one);
        else told.push(true);
      }
      return staged;
    });
    if (told.length > 0) this.#onNews();
    // The desk has read anew meanwhile: it found in the rows what was stored.
    if (made.length === 0 || generation !== desk.generation) return;
    for (const each of made) this.#hand(each);
    desk.changed();
    desk.step('touched');
  }

  /** @returns nothing where it does not go out, which its run is told */
  async #stage(tx: Tx, row: WaitingEntryRow): Promise<Made | undefined> {
    const { brokerLinkId } = this.#facts;
    const now = this.#desk.moment();
    const { at, wall } = now;
    const line = await this.#lineOf(tx, row.symbol);
    if (this.#isLate(now)) return this.#end(tx, row, { note: LATE_WORDS });
    const sizes = slices(row.quantity, line.instrument, this.#desk.parts.settings.freezeQuantity);
    const veto = unclearIn(line) ?? (await this.#weigh(tx, row, { line, now, orders: sizes.length }));
    if (veto) return this.#end(tx, row, { veto: veto.rule, note: veto.sentence });
    const pricePaise = this.#limitOf(row, line, now);
    const orders = sizes.map((quantity) =>
      this.#desk.makeOrder(line, {
        ...{ role: 'entry', side: row.side, shape: { kind: 'limit', quantity, pricePaise }, now, committed: false },
        ...{ intentId: row.intent_id, tradeOrderId: row.id },
      }),
    );
    for (const order of orders) order.rowId = await insertOrderRow(tx, newRow(order, { brokerLinkId, at, wall }));
    const wish = { intentId: row.intent_id, quantity: row.quantity, sinceWall: wall, sinceAt: at, withdrawn: false };
    return { line, entry: wish, side: row.side, orders };
  }

  async #weigh(
    tx: Tx,
    row: WaitingEntryRow,
    { line, now, orders }: { readonly line: Line; readonly now: DeskMoment; readonly orders: number },
  ): Promise<EntryVeto | undefined> {
    const { accountId, brokerLinkId, deploymentId, runNumber, product } = this.#facts;
    const { side, quantity } = row;
    const run = { accountId, brokerLinkId, deploymentId, runNumber, product, instrument: line.instrument };
    const pricePaise = this.#limitOf(row, line, now);
    const veto = await this.#desk.parts.gate(tx, { ...run, side, quantity, orders, pricePaise, at: now.at });
    const since = now.wall - (this.#firstAtWall ?? now.wall);
    if (veto && PASSES.has(veto.rule) && since < PATIENCE_MS) throw new NotYet(veto.sentence);
    return veto;
  }

  #limitOf({ side }: WaitingEntryRow, { instrument }: Line, now: DeskMoment): number {
    const referencePaise = now.lastPaise(instrument.id) ?? 0;
    return entryLimit(side, { instrument, referencePaise }, { now, settings: this.#desk.parts.settings });
  }

  #isLate({ today }: DeskMoment): boolean {
    const openAt = this.#desk.parts.calendar.sessionOn(today)?.openAt;
    return openAt !== undefined && this.#since > openAt + LATE_MS;
  }

  async #end(
    tx: Tx,
    { intent_id: intentId }: WaitingEntryRow,
    { veto, note }: { readonly veto?: string; readonly note: string },
  ): Promise<undefined> {
    const { deploymentId, runNumber } = this.#facts;
    const { at, wall } = this.#desk.moment();
    const why = veto === undefined ? { reason: 'cancelled', note } : { reason: 'refused', veto, note };
    const body = JSON.stringify({ kind: 'ended', intentId, at, ...why });
    await insertNews(tx, [{ deploymentId, runNumber, body, at: new Date(wall) }]);
    return undefined;
  }

  async #lineOf(tx: Tx, symbol: string): Promise<Line> {
    const { deploymentId, runNumber, accountId, product, instruments } = this.#facts;
    const base = instruments.findIndex((instrument) => instrument.symbol === symbol);
    const known = this.#desk.core.lines.get(lineKey({ deploymentId, runNumber, base }));
    if (known) return known;
    const instrument = toDeskInstrument(instruments[base]);
    if (!instrument) throw new Error(`${symbol} of deployment ${deploymentId} cannot be traded`);
    const row = await findAlgo(tx, deploymentId);
    const algo = row && { algoId: row.algo_id, versionHash: row.version_hash };
    return newLine({ deploymentId, runNumber, base, accountId, instrument, product, algo });
  }

  #hand({ line, entry, side, orders }: Made): void {
    const { core } = this.#desk;
    core.lines.set(lineKey(line), line);
    line.entrySide = side;
    line.entry = entry;
    for (const order of orders) {
      order.committed = true;
      core.add(order);
    }
    core.touch(line);
  }
}

/** Continuous trading is on, of a day that the calendar knows, and a price of it has been heard. */
function isOpenFor(symbol: string, id: number, now: DeskMoment): boolean {
  const isOn = now.isOpen && now.takesEntries !== false && now.isContinuous?.(symbol) !== false;
  return isOn && now.isPriced?.(id) !== false && now.lastPaise(id) !== undefined;
}
