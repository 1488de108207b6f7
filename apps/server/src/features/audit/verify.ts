import type { Database, Queryable } from '@trickdesk/db';
import { GENESIS, hashOf } from './chain.ts';
import { countUnlinked, hashRows, listLinks, SOURCE_NAMES, type Source } from './store.ts';

/** The first entry that is not as it was. */
export interface Break {
  readonly seq: bigint;
  readonly source: string;
  readonly rowId: bigint;
  readonly why: 'an entry before it is missing' | 'the entry was changed' | 'its row was changed' | 'its row is gone';
}

export interface ChainReport {
  readonly entries: number;
  readonly broken: Break | undefined;
  /** Of the last entry, hexadecimal: kept elsewhere, it shows whether the whole chain was made anew. */
  readonly head: string;
  /** Rows that no entry covers yet, by source. */
  readonly unlinked: Readonly<Record<Source, number>>;
}

const ENTRIES_AT_ONCE = 1_000;
type Link = Awaited<ReturnType<typeof listLinks>>[number];

/** Goes over the whole chain and every row that it covers; stops at the first that is not as it was. */
export async function verifyChain({ kysely }: Database): Promise<ChainReport> {
  let before: Buffer = GENESIS;
  let [after, entries] = [0n, 0];
  for (;;) {
    const links = await listLinks(kysely, { after, limit: ENTRIES_AT_ONCE });
    const rows = await rowsOf(kysely, links);
    for (const link of links) {
      const why = faultOf(link, { after, before, now: rows.get(`${link.source} ${link.row_id}`) });
      if (why) {
        const broken = { seq: link.seq, source: link.source, rowId: link.row_id, why };
        return { entries, broken, head: before.toString('hex'), unlinked: await unlinkedOf(kysely) };
      }
      [after, before] = [link.seq, link.hash];
      entries += 1;
    }
    if (links.length < ENTRIES_AT_ONCE) {
      return { entries, broken: undefined, head: before.toString('hex'), unlinked: await unlinkedOf(kysely) };
    }
  }
}

/** For an operator's terminal. */
export function chainWords({ entries, broken, head, unlinked }: ChainReport): string {
  const waiting = Object.entries(unlinked).map(([source, count]) => `  ${source}: ${count} not in the chain yet`);
  const found = broken
    ? `BROKEN at entry ${broken.seq} (${broken.source} ${broken.rowId}): ${broken.why}. ${entries} entries before it are sound.`
    : `The audit chain is sound: ${entries} entries.`;
  return [
    found,
    ...waiting,
    `Last sound hash: ${head}`,
    'Keep it elsewhere: it shows whether a whole chain was made anew.',
  ].join('\n');
}

interface Found {
  readonly after: bigint;
  readonly before: Buffer;
  /** What the row's hash is now. */
  readonly now: Buffer | undefined;
}

function faultOf(link: Link, { after, before, now }: Found): Break['why'] | undefined {
  if (link.seq !== after + 1n) return 'an entry before it is missing';
  const entry = { seq: link.seq, source: link.source, rowId: link.row_id, rowHash: link.row_hash };
  if (!hashOf(before, entry).equals(link.hash)) return 'the entry was changed';
  if (now === undefined) return 'its row is gone';
  return now.equals(link.row_hash) ? undefined : 'its row was changed';
}

async function rowsOf(db: Queryable, links: readonly Link[]): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const source of SOURCE_NAMES) {
    const ids = links.filter((link) => link.source === source).map((link) => link.row_id);
    for (const { id, hash } of await hashRows(db, source, ids)) found.set(`${source} ${id}`, hash);
  }
  return found;
}

/** Rows that no entry covers yet, by source. */
export async function unlinkedOf(db: Queryable): Promise<Record<Source, number>> {
  const counts = { activity: 0, live_acknowledgement: 0, broker_order_event: 0, ledger_transfer: 0, operator_act: 0 };
  for (const source of SOURCE_NAMES) counts[source] = await countUnlinked(db, source);
  return counts;
}
