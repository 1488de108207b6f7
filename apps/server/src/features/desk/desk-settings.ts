/** How the desk of a broker account behaves. Milliseconds are of the wall clock where nothing else is said. */
export interface DeskSettings {
  /** Beyond the last price, against us: how far an entry may chase (basis points). */
  readonly entryProtectionBps: number;
  /** The same for an exit, added once more with each chase, up to the most. */
  readonly exitProtectionBps: number;
  readonly mostExitProtectionBps: number;
  /** Of a protective stop: how far below (above) its trigger its limit lies. */
  readonly stopProtectionBps: number;
  /** Where a strategy has no stop, the one at the broker lies this far from the entry. */
  readonly disasterStopBps: number;
  /** An entry that is not filled after so long is withdrawn. */
  readonly entryLastsMs: number;
  /** How long the stop at the broker is given to act by itself before it is turned into a limit order. */
  readonly stopGraceMs: number;
  /** Between two prices of a chased exit. */
  readonly chaseEveryMs: number;
  /** How long levels may take to come from the run before the disaster stop is placed. */
  readonly levelsWithinMs: number;
  /** An order without an answer is looked for in the book after so long … */
  readonly lookAfterMs: number;
  /** … and books are read no more often than this, as the broker's limit asks. */
  readonly bookEveryMs: number;
  /** Without any doubt the book is read all the same. */
  readonly idleBookEveryMs: number;
  /** How long positions and holdings must show less than tricks hold before it is believed: books come late. */
  readonly missingAfterMs: number;
  /** When an order that would trade at once and that no book shows counts as never received. */
  readonly release: { readonly absences: number; readonly afterMs: number };
  /** After a refusal: the first wait, doubled each time up to the most. */
  readonly retryFirstMs: number;
  readonly retryMostMs: number;
  readonly retryCoverMostMs: number;
  /** How long a stop rests where it is after a move for which the broker's rate had no room. */
  readonly moveAgainMs: number;
  /** Units in one order; above it an order is sliced. */
  readonly freezeQuantity: number;
}

export const DESK_DEFAULTS: DeskSettings = {
  entryProtectionBps: 30,
  exitProtectionBps: 50,
  mostExitProtectionBps: 300,
  stopProtectionBps: 100,
  disasterStopBps: 500,
  entryLastsMs: 8_000,
  stopGraceMs: 800,
  chaseEveryMs: 1_500,
  levelsWithinMs: 400,
  lookAfterMs: 700,
  bookEveryMs: 1_250,
  idleBookEveryMs: 5_000,
  missingAfterMs: 4_000,
  release: { absences: 3, afterMs: 10_000 },
  retryFirstMs: 400,
  retryMostMs: 20_000,
  retryCoverMostMs: 1_600,
  moveAgainMs: 5_000,
  freezeQuantity: 100_000,
};
