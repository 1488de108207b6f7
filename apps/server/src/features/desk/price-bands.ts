import { type IndiaDate, isWithinBand, type PriceBand } from '@trickdesk/domain';
import type { DeskCore } from './desk-core.ts';
import { type DeskInstrument, type DeskMoment, isOver } from './model.ts';
import type { DeskParts } from './parts.ts';

/** For so long the first stop of an instrument waits for its band: where none comes it is placed as it is. */
const AWAITED_MS = 500;
/** Between two questions about one instrument: what was not answered, or does not hold any more, is asked anew. */
const AGAIN_MS = 10_000;

interface Known {
  readonly day: IndiaDate;
  readonly band: PriceBand;
}

/** The desk that asks. */
interface Asker {
  readonly linkId: number;
  readonly core: Pick<DeskCore, 'lines' | 'orders'>;
  readonly parts: Pick<DeskParts, 'bandsOf' | 'log'>;
  readonly moment: () => DeskMoment;
}

/**
 * The exchange's price bands of the day, of what the desk of an account trades. They are read beside everything else,
 * once a day for each instrument unless one seems to hold no more. A day's first stop waits for its band for a moment;
 * nothing else does, and without them prices go out as they are.
 */
export class PriceBands {
  readonly #known = new Map<number, Known>();
  readonly #askedAtWall = new Map<number, number>();
  readonly #awaited = new Map<number, { readonly day: IndiaDate; readonly sinceWall: number }>();
  readonly #expected = new Map<object, readonly DeskInstrument[]>();
  #underWay = false;

  /** What somebody may trade soon: its first stop must not have to wait for the band. */
  expect(somebody: object, instruments: readonly DeskInstrument[]): void {
    this.#expected.set(somebody, instruments);
  }

  forget(somebody: object): void {
    this.#expected.delete(somebody);
  }

  of(instrumentId: number, today: IndiaDate): PriceBand | undefined {
    const known = this.#known.get(instrumentId);
    return known?.day === today ? known.band : undefined;
  }

  /** It is not known yet, and was first missed on this day a moment ago. */
  awaits(instrumentId: number, { today, wall }: Pick<DeskMoment, 'today' | 'wall'>): boolean {
    if (this.of(instrumentId, today)) return false;
    const before = this.#awaited.get(instrumentId);
    const since = before?.day === today ? before : { day: today, sinceWall: wall };
    this.#awaited.set(instrumentId, since);
    return wall - since.sinceWall < AWAITED_MS;
  }

  /** Reads those that are missing or in doubt. Never throws: what could not be read is read again. */
  async look(desk: Asker): Promise<void> {
    const { bandsOf, log } = desk.parts;
    const now = desk.moment();
    // Before the session a broker may still tell of the day before.
    if (!bandsOf || this.#underWay || !now.isOpen || !now.canAct) return;
    const asked = this.#wanted(desk.core, now);
    if (asked.length === 0) return;
    for (const { id } of asked) this.#askedAtWall.set(id, now.wall);
    this.#underWay = true;
    try {
      const bands = await bandsOf(desk.linkId, asked);
      for (const [id, band] of bands) this.#known.set(id, { day: now.today, band });
    } catch (error) {
      log.warn({ error, brokerLinkId: desk.linkId }, 'price bands could not be read; they are read again');
    } finally {
      this.#underWay = false;
    }
  }

  #wanted({ lines, orders }: Asker['core'], now: DeskMoment): DeskInstrument[] {
    const wanted = new Map<number, DeskInstrument>();
    const consider = (instrument: DeskInstrument, isRefused: boolean): void => {
      const isDue = now.wall - (this.#askedAtWall.get(instrument.id) ?? Number.NEGATIVE_INFINITY) >= AGAIN_MS;
      if (isDue && (isRefused || this.#isDoubtful(instrument.id, now))) wanted.set(instrument.id, instrument);
    };
    for (const instrument of [...this.#expected.values()].flat()) consider(instrument, false);
    for (const { instrument, coverRejections } of lines.values()) consider(instrument, coverRejections > 0);
    for (const order of orders.values()) if (!isOver(order)) consider(order.instrument, false);
    return [...wanted.values()];
  }

  /** Not known, or the market has come to its edge: exchanges shift the bands of some shares within the day. */
  #isDoubtful(instrumentId: number, now: DeskMoment): boolean {
    const band = this.of(instrumentId, now.today);
    const last = now.lastPaise(instrumentId);
    if (!band || last === undefined) return !band;
    return !isWithinBand(last, band) || last === band.lowerPaise || last === band.upperPaise;
  }
}
