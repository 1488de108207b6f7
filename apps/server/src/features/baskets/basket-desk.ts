import type { OpsBasketDetails } from '@trickdesk/contract';
import type { Tx } from '@trickdesk/db';
import type { Accounts, GivenProof } from '../accounts/index.ts';
import { type Hold, holdBack, offerAgain } from './hold-back.ts';
import type { DeskFilter, DeskReadParts } from './read-desk.ts';
import { listOnDesk, readOnDesk } from './read-desk.ts';
import type { Who } from './start-run.ts';

export type BasketDeskService = ReturnType<typeof createBasketDesk>;

export interface BasketDeskParts extends DeskReadParts {
  readonly secondFactor: Pick<Accounts['secondFactor'], 'prove'>;
}

/** Where operators look at the catalogue's baskets, and decide on them. Every act is on the record. */
export function createBasketDesk(parts: BasketDeskParts) {
  return {
    list: (filter: DeskFilter) => listOnDesk(parts, filter),
    details: (basketId: number) => readOnDesk(parts, basketId),
    holdBack: (operator: Who, { basketId, reason, ...given }: Hold & GivenProof) =>
      decide(parts, { operator, basketId, given }, (tx, at) => holdBack(tx, { operator, basketId, reason, at })),
    offerAgain: (operator: Who, { basketId, reason, ...given }: Hold & GivenProof) =>
      decide(parts, { operator, basketId, given }, (tx, at) => offerAgain(tx, { operator, basketId, reason, at })),
  };
}

interface Asked {
  readonly operator: Who;
  readonly basketId: number;
  readonly given: GivenProof;
}

/** Who it is, the deed and its record, in one transaction. */
async function decide(
  parts: BasketDeskParts,
  { operator, basketId, given }: Asked,
  run: (tx: Tx, at: Date) => Promise<void>,
): Promise<OpsBasketDetails> {
  const proof = await parts.secondFactor.prove(operator, given);
  const at = new Date(parts.clock.now());
  await parts.database.transaction(async (tx) => {
    await run(tx, at);
    await proof.useIn(tx);
  });
  await proof.settle();
  return readOnDesk(parts, basketId);
}
