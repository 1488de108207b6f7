import type { DeskCore } from '../desk-core.ts';
import type { DeskSettings } from '../desk-settings.ts';
import type { DeskMoment } from '../model.ts';
import { SingleLook } from '../single-look.ts';
import type { ModelBroker } from './model-broker.ts';

/** As the shell reads a broker that answers at once: its book when its turn comes, single orders in between. */
export class ModelReads {
  readonly #settings: DeskSettings;
  readonly #single = new SingleLook();
  #bookAskedAt = 0;

  constructor(settings: DeskSettings) {
    this.#settings = settings;
  }

  /** Of a desk that takes the account up nothing has been read yet. */
  restart(): void {
    this.#bookAskedAt = 0;
  }

  book(core: DeskCore, broker: ModelBroker, now: DeskMoment): void {
    const { bookEveryMs, idleBookEveryMs } = this.#settings;
    const since = now.wall - this.#bookAskedAt;
    if (since < bookEveryMs || !(core.needsBook(now) || since >= idleBookEveryMs)) return;
    this.#bookAskedAt = now.wall;
    core.onBook(broker.book(), now.wall, now);
  }

  single(core: DeskCore, broker: ModelBroker, now: DeskMoment): void {
    const asked = this.#single.next(core.orders.values(), now);
    const report = asked && broker.book().find(({ uniqueOrderId }) => uniqueOrderId === asked.uniqueOrderId);
    if (report) core.onReport(report, now);
  }
}
