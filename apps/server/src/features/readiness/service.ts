import type { Database } from '@trickdesk/db';
import { type Board, boardOf } from './board.ts';
import { type ReadinessParts, readBoardFacts } from './read-facts.ts';

export interface ReadinessService {
  /** Whether live figures are of the simulated broker. */
  readonly simulated: boolean;
  readonly read: (accountId: number) => Promise<Board>;
}

export type ReadinessFactsParts = ReadinessParts & { readonly database: Database };

/** Which tricks of an account will trade today, and why the others will not. */
export function createReadinessService(parts: ReadinessFactsParts): ReadinessService {
  return {
    simulated: parts.marketData.simulated,
    read: async (accountId) => boardOf(await readBoardFacts(parts.database.kysely, parts, accountId)),
  };
}
