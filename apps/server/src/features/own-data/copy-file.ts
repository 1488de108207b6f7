import { gunzipSync } from 'node:zlib';
import type { TradeRow } from '../backtests/index.ts';
import type { Snapshot } from './copy-store.ts';
import type { PersonalTable } from './personal-table.ts';

/** Of the file's format: it grows where a reader of before would misread what is written. */
export const COPY_VERSION = 1;

const NOTES = [
  'Everything that Trickdesk keeps about you, as of one moment. One section for each kind of record, one line for each record.',
  'Amounts in fields that end in _paise are whole paise: 100 paise are one rupee.',
  'Moments are ISO 8601 in UTC. Days, in fields that end in day or date, are days in India.',
  'Passwords, secrets and fingerprints are left out. PAN and bank account numbers are masked.',
];

export interface CopyHead {
  readonly accountId: number;
  readonly at: Date;
}

/**
 * Writes a copy as JSON, a part at a time: however many rows there are, a few hundred are held.
 *
 * @param put takes the next text; what it is told to wait for, the writer waits for
 * @returns how many rows were written
 */
export async function writeCopyFile(
  { accountId, at }: CopyHead,
  tables: readonly PersonalTable[],
  snapshot: Snapshot,
  put: (text: string) => Promise<void>,
): Promise<number> {
  const head = {
    format: 'trickdesk-personal-data',
    version: COPY_VERSION,
    generatedAt: at.toISOString(),
    accountId,
    notes: NOTES,
    rows: totalOf(tables, snapshot),
  };
  await put(`${JSON.stringify(head, undefined, 2).slice(0, -2)},\n  "sections": [`);
  let written = 0;
  for (const [place, table] of tables.entries()) {
    const section = { name: table.table, about: table.about, rows: snapshot.rowsIn(table.table) };
    const opening = JSON.stringify(section).slice(0, -1);
    await put(`${place === 0 ? '' : ','}\n    ${opening}, "records": [`);
    written += await writeRows(table, snapshot, put);
    await put(']}');
  }
  await put('\n  ]\n}\n');
  return written;
}

export function totalOf(tables: readonly PersonalTable[], snapshot: Snapshot): number {
  return tables.reduce((sum, { table }) => sum + snapshot.rowsIn(table), 0);
}

async function writeRows(
  table: PersonalTable,
  snapshot: Snapshot,
  put: (text: string) => Promise<void>,
): Promise<number> {
  let written = 0;
  for (;;) {
    const rows = await snapshot.next(table);
    if (rows.length === 0) return written;
    const lines = rows.map((row) => (table.packed === undefined ? row : unpacked(row, table.packed)));
    await put(`${written === 0 ? '' : ','}\n      ${lines.join(',\n      ')}`);
    written += rows.length;
  }
}

/** The trades of a back-test stand packed: here each with its names. */
function unpacked(row: string, column: string): string {
  // The validated edge: this table holds what the back-tests wrote.
  const record = JSON.parse(row) as Readonly<Record<string, string | number>>;
  const trades = JSON.parse(gunzipSync(Buffer.from(String(record[column]), 'base64')).toString('utf8')) as TradeRow[];
  return JSON.stringify({ ...record, [column]: undefined, trades: trades.map(namedTrade) });
}

function namedTrade(trade: TradeRow) {
  const [symbol, direction, quantity, entryAt, entryPaise, exitAt, exitPaise, exitRule, chargesPaise, netPaise] = trade;
  return {
    ...{ symbol, direction, quantity },
    ...{ entry_at: new Date(entryAt).toISOString(), entry_paise: entryPaise },
    ...{ exit_at: new Date(exitAt).toISOString(), exit_paise: exitPaise, exit_rule: exitRule },
    ...{ charges_paise: chargesPaise, net_paise: netPaise, reason: trade[10] },
    ...{ adverse_paise: trade[11], favourable_paise: trade[12] },
  };
}
