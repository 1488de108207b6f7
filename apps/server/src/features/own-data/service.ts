import { askForCopy } from './copy.ts';
import { eraseAccount } from './erase.ts';
import { readKept, readObstacles } from './obstacles.ts';
import type { OwnDataParts, Proof, Who } from './parts.ts';

export type OwnDataService = ReturnType<typeof createOwnDataService>;

/** What law gives a person about their own data: a copy, and an end. */
export function createOwnDataService(parts: OwnDataParts) {
  const { kysely } = parts.database;
  return {
    /** See `askForCopy`. */
    askForCopy: (who: Who, wish: Proof & { readonly mostADay: number }) => askForCopy(parts, who, wish),
    /** What stands against an erasure now, and what would be kept. */
    preview: async (accountId: number) => ({
      obstacles: await readObstacles(kysely, { accountId, today: await parts.today() }),
      kept: await readKept(kysely, accountId),
    }),
    /** See `eraseAccount`. */
    erase: (who: Who, proof: Proof) => eraseAccount(parts, who, proof),
  };
}
