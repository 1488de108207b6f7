import type { BrokerOrder, BrokerOrders } from '@trickdesk/brokers';
import { AccountCheck, accountUnits } from './account-check.ts';
import type { AccountDesk } from './account-desk.ts';
import type { DeliveredOrder } from './delivered-orders.ts';
import type { DeskSettings } from './desk-settings.ts';
import { heldOf, type Line } from './model.ts';

/** Without any news the account is compared all the same: products can be converted by hand without an order. */
const IDLE_MS = 60_000;
/** What was opened so lately is not compared yet. */
const SETTLED_MS = 2_000;

/** Reads positions and holdings of an account when there is a reason to, and lets the desk count what is missing. */
export class AccountLook {
  readonly #check: AccountCheck;
  #isDue = true;
  #askedAtWall = 0;
  #bookAskedAtWall = 0;
  #delivered: readonly DeliveredOrder[] = [];
  #deliveredBefore = '';
  #underWay = false;
  /** Of the last reading. */
  #hasAnswer = false;

  constructor({ missingAfterMs }: DeskSettings) {
    this.#check = new AccountCheck(missingAfterMs);
  }

  /** What was said while nobody listened may be missing in more than orders. */
  afterSilence(): void {
    this.#isDue = true;
  }

  /** A book was taken in. Sales for delivery may come out of what tricks hold since earlier days. */
  afterBook(reports: readonly BrokerOrder[], askedAtWall: number): void {
    this.#bookAskedAtWall = askedAtWall;
    const delivered = reports.filter(({ product, filledQuantity }) => product === 'delivery' && filledQuantity > 0);
    const seen = delivered.map(({ brokerOrderId, filledQuantity }) => `${brokerOrderId}:${filledQuantity}`).join(' ');
    if (seen !== this.#deliveredBefore) this.#isDue = true;
    this.#deliveredBefore = seen;
    this.#delivered = delivered;
  }

  /**
   * Never throws: what could not be read is read again.
   *
   * @returns whether a look into the order book should follow soon
   */
  async look(desk: AccountDesk, orders: BrokerOrders): Promise<boolean> {
    const { wall, isOpen } = desk.moment();
    const { bookEveryMs } = desk.parts.settings;
    // Positions show a fill late, and the book's next turn may be needed for the stop that has just been sent.
    const isSettled = (line: Line): boolean => wall - line.heldSinceWall >= SETTLED_MS;
    const isHolding = [...desk.core.lines.values()].some((line) => heldOf(line) > 0 && isSettled(line));
    const since = wall - this.#askedAtWall;
    const isCompared = isHolding && (this.#isDue || this.#check.isDoubtful || since >= IDLE_MS);
    const isWanted = isCompared || desk.core.hand.wantsReading;
    if (this.#underWay || !isOpen || !isWanted || since < bookEveryMs) return false;
    this.#underWay = true;
    this.#askedAtWall = wall;
    // A reason that comes while they are read is one for the next reading.
    this.#isDue = false;
    this.#hasAnswer = false;
    try {
      return await this.#compare(desk, orders, wall);
    } catch (error) {
      desk.parts.log.error({ error, brokerLinkId: desk.linkId }, 'a look at the positions of an account failed');
      return false;
    } finally {
      this.#underWay = false;
      if (!this.#hasAnswer) this.#isDue = true;
    }
  }

  async #compare(desk: AccountDesk, orders: BrokerOrders, askedAtWall: number): Promise<boolean> {
    const signatures = desk.core.hand.signatures(desk.core, desk.moment());
    const positions = await orders.positions();
    const holdings = await orders.holdings();
    if (positions.kind !== 'ok' || holdings.kind !== 'ok') return false;
    this.#hasAnswer = true;
    const { core } = desk;
    const answeredAtWall = desk.moment().wall;
    const read = { positions: positions.value, holdings: holdings.value, delivered: this.#delivered };
    core.hand.takeReading({ ...read, askedAtWall, answeredAtWall, signatures });
    const units = accountUnits(read.positions, read.holdings, read.delivered);
    const reading = { units, askedAtWall, bookAskedAtWall: this.#bookAskedAtWall };
    const now = desk.moment();
    const known = { lines: core.lines.values(), orders: core.orders.values() };
    core.countTaken(this.#check.take(known, reading, now), now);
    return this.#check.isDoubtful || core.hand.wantsBook;
  }
}
