import type { BrokerReply } from '@trickdesk/brokers';
import { type Bar, type EpochMs, MINUTE_MS } from '@trickdesk/domain';
import type { Log } from '../../../platform/log.ts';
import { pause } from './broker-session.ts';
import type { Hole } from './ordered-news.ts';

export interface RepairParts {
  readonly fetch: (hole: Hole) => Promise<BrokerReply<readonly Bar[]>>;
  readonly fill: (hole: Hole, bars: readonly Bar[]) => Promise<void>;
  /** How much hangs on an instrument at this moment: its holes go before those of a lighter one. */
  readonly weightOf: (instrumentId: number) => number;
  /** Something that trying again does not cure. */
  readonly onFailure: (error: unknown) => void;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** As many at once as one round of the broker's budget serves; it is the budget that sets the pace. */
const WORKERS = 3;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 15_000;
/** A candle that has to come is asked for so often, after 1, 2, 4 … seconds, for three minutes: some brokers are that late. */
const MOST_ASKS = 9;
const LONGEST_UNTIL_ASKED_AGAIN_MS = 60_000;
/** When a candle that need not come is looked for again, each time after the answer before. */
const LOOKS_AFTER_MS = [5_000, 30_000, 150_000] as const;

interface Wanted {
  readonly hole: Hole;
  /** How often the broker has answered without the candle that has to come. */
  readonly asked: number;
}

/** A hole that was filled without a candle of its last minute: that one did not trade, or its candle is still to come. */
interface Unsure {
  readonly hole: Hole;
  /** Minutes that were filled. */
  readonly had: ReadonlySet<EpochMs>;
  /** Answers since then that did not have it either. */
  readonly looks: number;
}

/**
 * Fetches the candles of holes, each until it succeeds: first what most hangs on, then first come first served. After
 * the line was lost every instrument has one, and the broker answers three a second. A hole whose candle is not there
 * yet stands back for the others and is asked for again. Where nobody knows whether one is to come, it is looked for
 * with the next hole, or when nothing else waits.
 */
export class Repairs {
  readonly #parts: RepairParts;
  readonly #waiting: Wanted[] = [];
  /** By instrument. */
  readonly #unsure = new Map<number, readonly Unsure[]>();
  /** Instruments whose unsure holes are due for a look, and those for which a timer of one runs. */
  readonly #due = new Set<number>();
  readonly #timed = new Set<number>();
  /** Instruments that are asked for: what comes of them meanwhile goes in their next request. */
  readonly #busy = new Set<number>();
  #working = 0;

  constructor(parts: RepairParts) {
    this.#parts = parts;
  }

  readonly add = (hole: Hole): void => this.#add({ hole, asked: 0 });

  /** Holes that are asked for or wait for their turn, without those whose candles are not there yet. */
  get open(): number {
    return this.#waiting.length + this.#working;
  }

  #add(wanted: Wanted): void {
    this.#waiting.push(wanted);
    if (this.#working < WORKERS) void this.#work();
  }

  async #work(): Promise<void> {
    const { signal, onFailure } = this.#parts;
    this.#working += 1;
    try {
      for (let id = this.#next(); id !== undefined && !signal.aborted; id = this.#next()) {
        this.#busy.add(id);
        this.#due.delete(id);
        await this.#repair(id, this.#takeAllOf(id), this.#unsure.get(id) ?? []);
        this.#busy.delete(id);
      }
    } catch (error) {
      if (!signal.aborted) onFailure(error);
    } finally {
      this.#working -= 1;
    }
  }

  #next(): number | undefined {
    return this.#heaviest() ?? [...this.#due].find((id) => !this.#busy.has(id));
  }

  #heaviest(): number | undefined {
    let heaviest: number | undefined;
    let most = Number.NEGATIVE_INFINITY;
    for (const { hole } of this.#waiting) {
      const weight = this.#parts.weightOf(hole.instrumentId);
      if (weight > most && !this.#busy.has(hole.instrumentId)) [heaviest, most] = [hole.instrumentId, weight];
    }
    return heaviest;
  }

  /** All that waits of one instrument goes in one request: requests are scarce, minutes are not. */
  #takeAllOf(instrumentId: number): Wanted[] {
    const taken = this.#waiting.filter(({ hole }) => hole.instrumentId === instrumentId);
    const left = this.#waiting.filter((one) => !taken.includes(one));
    this.#waiting.splice(0, this.#waiting.length, ...left);
    return taken;
  }

  async #repair(id: number, wanted: readonly Wanted[], before: readonly Unsure[]): Promise<void> {
    const { fetch, log, signal } = this.#parts;
    const holes = [...wanted, ...before].map(({ hole }) => hole);
    if (holes.length === 0) return;
    const from = Math.min(...holes.map((hole) => hole.from));
    const whole = { instrumentId: id, from, to: Math.max(...holes.map((hole) => hole.to)) };
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const reply = await fetch(whole);
      if (reply.kind === 'ok') {
        const unsure = [
          ...(await this.#lookFor(before, wanted, reply.value)),
          ...(await this.#fillFrom(reply.value, wanted)),
        ];
        this.#unsure.set(id, unsure);
        this.#lookLater(id, unsure);
        return;
      }
      log.warn({ hole: whole, reply, attempt }, 'missing minutes could not be fetched; trying again');
      await pause(Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempt, 10)), signal);
    }
  }

  /** Those that are unsure still. Before what is newer: what a run has gone past it does not take any more. */
  async #lookFor(
    before: readonly Unsure[],
    wanted: readonly Wanted[],
    answer: readonly Bar[],
  ): Promise<readonly Unsure[]> {
    const left: Unsure[] = [];
    for (const one of before) left.push(await this.#fillLate(one, answer));
    // Where the broker has what is newer and has to be there, what it does not have did not trade.
    const keepsUp = wanted.some(({ hole: { movedIn } }) => movedIn !== undefined && hasMinute(answer, movedIn));
    return left.filter((one) => !keepsUp && !isSure(one) && one.looks < LOOKS_AFTER_MS.length);
  }

  async #fillLate({ hole, had, looks }: Unsure, answer: readonly Bar[]): Promise<Unsure> {
    const late = answer.filter((bar) => isInside(bar, hole) && !had.has(bar.openAt));
    if (late.length > 0) {
      this.#parts.log.warn({ hole, candles: late.length }, 'candles came later than they were asked for');
      await this.#parts.fill(hole, late);
    }
    return { hole, had: new Set([...had, ...late.map(({ openAt }) => openAt)]), looks: looks + 1 };
  }

  /** @returns those of which the last minute may be still to come */
  async #fillFrom(answer: readonly Bar[], wanted: readonly Wanted[]): Promise<readonly Unsure[]> {
    const { fill, log } = this.#parts;
    const unsure: Unsure[] = [];
    for (const one of wanted) {
      const { hole } = one;
      if (isStillToCome(one, answer)) {
        this.#askAgain(one);
        continue;
      }
      const isMissing = hole.movedIn !== undefined && !hasMinute(answer, hole.movedIn);
      if (isMissing) log.error({ hole }, 'the broker has no candle of a minute that traded: it stays missing');
      const bars = answer.filter((bar) => isInside(bar, hole));
      await fill(hole, bars);
      const filled = { hole, had: new Set(bars.map(({ openAt }) => openAt)), looks: 0 };
      if (!isMissing && !isSure(filled)) unsure.push(filled);
    }
    return unsure;
  }

  #lookLater(id: number, unsure: readonly Unsure[]): void {
    const looks = Math.min(...unsure.map((one) => one.looks));
    const afterMs = LOOKS_AFTER_MS[looks];
    if (afterMs === undefined || this.#timed.has(id)) return;
    this.#timed.add(id);
    const look = (): void => {
      this.#timed.delete(id);
      this.#due.add(id);
      if (this.#working < WORKERS) void this.#work();
    };
    // As in `#askAgain`.
    pause(afterMs, this.#parts.signal).then(look, () => undefined);
  }

  #askAgain({ hole, asked }: Wanted): void {
    const { log, signal } = this.#parts;
    const afterMs = Math.min(LONGEST_UNTIL_ASKED_AGAIN_MS, 1_000 * 2 ** asked);
    log.warn({ hole, asked, afterMs }, 'the candle of a minute that traded is not there yet; it is asked for again');
    const again = (): void => this.#add({ hole, asked: asked + 1 });
    // The end of the run ends the wait; the next run finds what is missing.
    pause(afterMs, signal).then(again, () => undefined);
  }
}

/** Its price moved, so that it traded; after so many answers without it there is none. */
function isStillToCome({ hole: { movedIn }, asked }: Wanted, answer: readonly Bar[]): boolean {
  return movedIn !== undefined && asked + 1 < MOST_ASKS && !hasMinute(answer, movedIn);
}

function isSure({ hole, had }: Unsure): boolean {
  return had.has(hole.to - MINUTE_MS);
}

function hasMinute(answer: readonly Bar[], minute: EpochMs): boolean {
  return answer.some(({ openAt }) => openAt === minute);
}

function isInside(bar: Bar, hole: Hole): boolean {
  return bar.openAt >= hole.from && bar.openAt < hole.to;
}
