import type { Outputs, Step } from './columns.ts';
import type { Span } from './span.ts';

const BYTES_PER_VALUE = 8;

/** Room in memory that shelves share. */
export interface ShelfRoom {
  bytes: number;
}

/**
 * Columns of indicators over one stored series, from its first row to its last. Programs that read the very same rows
 * one after another, as the sets of a sweep do, work each of them out once: the next ones copy it. Only whole columns
 * are taken, so a value is that of an indicator that began with the series' first bar, whoever asks.
 */
export class ColumnShelf {
  readonly rows: number;
  readonly #room: ShelfRoom;
  readonly #whole = new Map<string, Float64Array>();
  readonly #begun = new Set<string>();

  /** @param room what is left of it bounds what is kept; a column that does not fit is worked out again */
  constructor(rows: number, room: ShelfRoom) {
    this.rows = rows;
    this.#room = room;
  }

  /** A whole column. */
  find(key: string): Float64Array | undefined {
    return this.#whole.get(key);
  }

  /** A place for a column that nobody has begun, where there is room for it. */
  begin(key: string): Float64Array | undefined {
    const bytes = this.rows * BYTES_PER_VALUE;
    if (this.#begun.has(key) || bytes > this.#room.bytes) return undefined;
    this.#begun.add(key);
    this.#room.bytes -= bytes;
    // V8 does not count shared memory as garbage to be: twenty megabytes of columns had it collect everything in the middle.
    return new Float64Array(new SharedArrayBuffer(bytes));
  }

  /** It is written to its last row. */
  end(key: string, column: Float64Array): void {
    this.#whole.set(key, column);
  }
}

/** What an indicator gives, and where it stands on a shelf. */
interface Shelved {
  readonly outputs: Outputs;
  /** The indicator with its source and arguments, as text. */
  readonly key: string;
  readonly shelf: ColumnShelf;
  /** Of an output's column. */
  readonly spanOf: (column: Float64Array) => Span;
}

/** An indicator's step that takes from a shelf what is there, and leaves what it works out itself. */
export function shelved(step: Step, parts: Shelved): Step {
  const { shelf } = parts;
  let done = 0;
  let turn: Turn | undefined;
  return (count) => {
    // Only now is it known which of the outputs are read.
    turn ??= turnOf(parts);
    const end = done + count;
    if (turn.isTaken) for (const each of turn.columns) take(each, done, end);
    else {
      step(count);
      for (const { out, column } of turn.columns) column.set(out.subarray(0, count), done);
    }
    done = end;
    if (done === shelf.rows && !turn.isTaken) for (const { name, column } of turn.columns) shelf.end(name, column);
  };
}

function take({ span, out, column }: ShelvedColumn, from: number, to: number): void {
  if (span.isCopied) out.set(column.subarray(from, to));
  else {
    span.values = column;
    span.from = from;
  }
}

/** An output of an indicator, and its column on the shelf. */
interface ShelvedColumn {
  readonly name: string;
  readonly out: Float64Array;
  readonly column: Float64Array;
  readonly span: Span;
}

interface Turn {
  /** All outputs are on the shelf; otherwise these are the ones to be left there. */
  readonly isTaken: boolean;
  readonly columns: readonly ShelvedColumn[];
}

function turnOf({ outputs, key, shelf, spanOf }: Shelved): Turn {
  const named = [...outputs].map(([output, out]) => ({ name: `${key}.${output}`, out, span: spanOf(out) }));
  const found = named.flatMap((one) => {
    const column = shelf.find(one.name);
    return column ? [{ ...one, column }] : [];
  });
  if (found.length === named.length) return { isTaken: true, columns: found };
  const begun = named.flatMap((one) => {
    const column = shelf.begin(one.name);
    return column ? [{ ...one, column }] : [];
  });
  return { isTaken: false, columns: begun };
}
