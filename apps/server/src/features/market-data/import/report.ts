/** Something in a file that is worth a look; the import went on. */
export interface Remark {
  readonly line: number;
  readonly kind:
    | 'gap'
    | 'odd_opening'
    | 'duplicate'
    | 'impossible_price'
    | 'out_of_order'
    | 'outside_session'
    | 'prices_after_close'
    | 'missing_cells'
    | 'not_a_row';
  readonly text: string;
}

/** Of a kind that a file of millions of rows may be full of, only the first are kept. */
const KEPT = 100;

/** Collects remarks; what it keeps does not grow with the file. */
export class RemarkLog {
  readonly counts = new Map<Remark['kind'], number>();
  readonly #kept: Remark[] = [];

  add(line: number, kind: Remark['kind'], text: string): void {
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    if (count <= KEPT) this.#kept.push({ line, kind, text });
  }

  /** Those of both; neither changes. */
  with(other: RemarkLog): RemarkLog {
    const both = new RemarkLog();
    for (const log of [this, other]) {
      both.#kept.push(...log.#kept);
      for (const [kind, count] of log.counts) both.counts.set(kind, (both.counts.get(kind) ?? 0) + count);
    }
    return both;
  }

  /** By line. */
  kept(): Remark[] {
    return this.#kept.toSorted((a, b) => a.line - b.line);
  }
}

export interface FileReport {
  readonly file: string;
  /** `NSE:SBIN 1d`, or what else the file holds. */
  readonly what: string;
  readonly rows: number;
  readonly written: number;
  readonly remarks: RemarkLog;
}

/** The file cannot be read; nothing of it was imported. */
export class UnreadableFile extends Error {
  constructor(reason: string, line?: number) {
    super(line === undefined ? reason : `line ${line}: ${reason}`);
    this.name = 'UnreadableFile';
  }
}

const SHOWN = 20;

/** What a person reads on the terminal. */
export function formatReport(report: FileReport): string[] {
  const { counts } = report.remarks;
  const summary = [...counts].map(([kind, count]) => `${count} × ${kind.replaceAll('_', ' ')}`).join(', ');
  const head = `${report.file}: ${report.what}, ${report.rows} rows read, ${report.written} written`;
  const shown = report.remarks
    .kept()
    .slice(0, SHOWN)
    .map((remark) => `  line ${remark.line}: ${remark.text}`);
  const rest = [...counts.values()].reduce((sum, count) => sum + count, 0) - shown.length;
  return [
    summary === '' ? head : `${head} (${summary})`,
    ...shown,
    ...(rest > 0 ? [`  and ${rest} more of the same kinds`] : []),
  ];
}
