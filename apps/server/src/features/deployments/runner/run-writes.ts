import { entriesAlone, type RunWrite } from './entries-alone.ts';
import type { EntryGroups, WriteEnd } from './entry-groups.ts';
import { recordNews } from './record-news.ts';
import { beginWrite, type Written } from './run-writer.ts';
import type { RunnerParts } from './runner.ts';
import type { RunSeat } from './seat.ts';
import type { SendLanes } from './send-lanes.ts';

/** In live mode: the run's side of the desk of its broker account. */
export interface WritesPlace {
  readonly seat: RunSeat;
  readonly lanes: SendLanes;
  readonly groups: EntryGroups;
  readonly brokerLinkId: number;
}

type Parts = Pick<RunnerParts, 'database' | 'orderWrites' | 'marketData'>;

/** How what a run led to is stored, and what it asks of the broker sent then. */
export class RunWrites {
  readonly #parts: Parts;
  readonly #place: WritesPlace | undefined;

  constructor(parts: Parts, place?: WritesPlace) {
    this.#parts = parts;
    this.#place = place;
  }

  /** An order that leaves goes before what can wait, and after those of its account that came before it. */
  async write(write: RunWrite): Promise<WriteEnd> {
    const place = write.facts.untold && this.#place;
    if (!place) return this.#writeAndSend(write);
    const alone = entriesAlone(write);
    const { seat, groups, lanes, brokerLinkId } = place;
    const end = alone && (await groups.write(brokerLinkId, { ...write, seat, alone }));
    return end ?? lanes.send(brokerLinkId, () => this.#writeAndSend(write));
  }

  async #writeAndSend(write: RunWrite): Promise<WriteEnd> {
    const seat = this.#place?.seat;
    const written = await this.#writeAll(write);
    return { written, mayAct: !seat || (await seat.committed()) };
  }

  async #writeAll({ facts, batches }: RunWrite): Promise<Written> {
    const { database, orderWrites = database, marketData } = this.#parts;
    const seat = this.#place?.seat;
    const { accountId, key, untold } = facts;
    try {
      const all = await (untold ? orderWrites : database).transaction(async (tx) => {
        const writing = await beginWrite(tx, facts, batches);
        await seat?.write(tx, writing, batches.at(-1)?.at ?? 0);
        const written = await writing.finish();
        if (!untold) await recordNews(tx, marketData, { accountId, deploymentId: key.deploymentId, written });
        return written;
      });
      seat?.changed();
      return all;
    } catch (error) {
      seat?.rolledBack(error);
      throw error;
    }
  }
}
