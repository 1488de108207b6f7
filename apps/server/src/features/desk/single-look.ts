import type { BrokerOrders } from '@trickdesk/brokers';
import type { AccountDesk } from './account-desk.ts';
import { isSilent } from './doubts.ts';
import type { DeskMoment, DeskOrder } from './model.ts';

/** Between two questions about one order, milliseconds. */
const AGAIN_MS = 250;

/**
 * Asks for an order by its own number where nobody has said what became of it. The broker lets that be asked ten times a
 * second, and the book once: while the socket is deaf, a fill or a stop that was refused is known a second sooner.
 */
export class SingleLook {
  readonly #askedAtWall = new WeakMap<DeskOrder, number>();
  #underWay = false;

  /** Which is to be asked for now: of those that are silent the one that was asked for longest ago. */
  next(orders: Iterable<DeskOrder>, now: DeskMoment): DeskOrder | undefined {
    let [chosen, longest]: [DeskOrder | undefined, number] = [undefined, now.wall - AGAIN_MS];
    for (const order of orders) {
      const askedAt = this.#askedAtWall.get(order) ?? 0;
      if (askedAt <= longest && isSilent(order, now)) [chosen, longest] = [order, askedAt - 1];
    }
    if (chosen) this.#askedAtWall.set(chosen, now.wall);
    return chosen;
  }

  /** One at a time. Never throws: what cannot be read now stands in the book. */
  async look(desk: AccountDesk, orders: Pick<BrokerOrders, 'order'>): Promise<void> {
    if (this.#underWay) return;
    const { core, parts } = desk;
    const { uniqueOrderId } = this.next(core.orders.values(), desk.moment()) ?? {};
    if (uniqueOrderId === undefined) return;
    this.#underWay = true;
    try {
      const reply = await orders.order(uniqueOrderId);
      // A desk that has read anew meanwhile has read the book too.
      if (reply.kind !== 'ok' || core !== desk.core) return;
      core.onReport(reply.value, desk.moment());
      desk.step('touched');
    } catch (error) {
      parts.log.error({ error, brokerLinkId: desk.linkId }, 'a look at a single order failed');
    } finally {
      this.#underWay = false;
    }
  }
}
