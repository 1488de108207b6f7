import type { Database } from '@trickdesk/db';
import type { Clock } from '../../platform/clock.ts';
import { GENESIS, hashOf } from './chain.ts';
import { findHead, insertLinks, type LinkToInsert, listUnlinked, lockChain, SOURCE_NAMES } from './store.ts';

const ROWS_AT_ONCE = 500;

/**
 * Links what was written since, in one transaction under one lock: whoever writes an audited row waits for nobody, and
 * the chain follows within seconds.
 *
 * @returns how many entries were added; where it is many, there may be more
 */
export function linkNew(parts: { readonly database: Database; readonly clock: Clock }): Promise<number> {
  return parts.database.transaction(async (tx) => {
    await lockChain(tx);
    const head = await findHead(tx);
    let before: Buffer = head?.hash ?? GENESIS;
    let seq = head?.seq ?? 0n;
    const links: LinkToInsert[] = [];
    for (const source of SOURCE_NAMES) {
      for (const { id: rowId, hash: rowHash } of await listUnlinked(tx, source, ROWS_AT_ONCE)) {
        seq += 1n;
        before = hashOf(before, { seq, source, rowId, rowHash });
        links.push({ seq, source, rowId, rowHash, hash: before });
      }
    }
    if (links.length > 0) await insertLinks(tx, links, new Date(parts.clock.now()));
    return links.length;
  });
}
