import type { Tx } from '@trickdesk/db';
import type { OperatorAct } from './record-act.ts';

/** Every SQL statement about what operators did. */

export async function insertAct(tx: Tx, { operator, subjectId, before, after, ...act }: OperatorAct): Promise<void> {
  await tx
    .insertInto('operator_act')
    .values({
      ...act,
      operator_id: operator.accountId,
      subject_id: subjectId,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      device: operator.origin.device,
      address: operator.origin.address,
    })
    .execute();
}
