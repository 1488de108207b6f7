/** Something in a file that is worth a look; the import went on. */
export interface Remark {
  readonly line: number;
  readonly kind: 'gap' | 'duplicate' | 'impossible_price' | 'out_of_order' | 'outside_session';
  readonly text: string;
}

export interface FileReport {
  readonly file: string;
  /** `NSE:SBIN 1d`, or what else the file holds. */
  readonly what: string;
  readonly rows: number;
  readonly written: number;
  readonly remarks: readonly Remark[];
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
  const counts = new Map<string, number>();
  for (const remark of report.remarks) counts.set(remark.kind, (counts.get(remark.kind) ?? 0) + 1);
  const summary = [...counts].map(([kind, count]) => `${count} × ${kind.replaceAll('_', ' ')}`).join(', ');
  const head = `${report.file}: ${report.what}, ${report.rows} rows read, ${report.written} written`;
  const shown = report.remarks.slice(0, SHOWN).map((remark) => `  line ${remark.line}: ${remark.text}`);
  const rest = report.remarks.length - shown.length;
  return [
    summary === '' ? head : `${head} (${summary})`,
    ...shown,
    ...(rest > 0 ? [`  and ${rest} more of the same kinds`] : []),
  ];
}
