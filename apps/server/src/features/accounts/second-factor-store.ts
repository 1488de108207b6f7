import type { Queryable, Tx } from '@trickdesk/db';

/** Every SQL statement about second factors. */

export function findSecondFactor(db: Queryable, accountId: number) {
  return db
    .selectFrom('second_factor')
    .select(['sealed_secret', 'confirmed_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Only one that was confirmed counts. */
export async function isSecondFactorOn(db: Queryable, accountId: number): Promise<boolean> {
  return ((await findSecondFactor(db, accountId))?.confirmed_at ?? null) !== null;
}

/** @returns false where one is on already */
export async function putUnconfirmed(tx: Tx, accountId: number, sealedSecret: Buffer): Promise<boolean> {
  const result = await tx
    .insertInto('second_factor')
    .values({ account_id: accountId, sealed_secret: sealedSecret })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ sealed_secret: sealedSecret, last_step: null })
        .where('second_factor.confirmed_at', 'is', null),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** @returns false where it was confirmed already, or has another secret by now */
export async function confirm(
  tx: Tx,
  accountId: number,
  { sealedSecret, step, at }: { readonly sealedSecret: Buffer; readonly step: number; readonly at: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('second_factor')
    .set({ confirmed_at: at, last_step: BigInt(step) })
    .where('account_id', '=', accountId)
    .where('sealed_secret', '=', sealedSecret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** @returns false where this code, or one after it, was used before: of two at once one is the first */
export async function useStep(tx: Tx, accountId: number, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('second_factor')
    .set({ last_step: BigInt(step) })
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', BigInt(step))]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** @returns how many are left, or `undefined` where there was no such code that had not been used */
export async function useRecoveryCode(
  tx: Tx,
  accountId: number,
  { fingerprint, at }: { readonly fingerprint: Buffer; readonly at: Date },
): Promise<number | undefined> {
  const result = await tx
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('account_id', '=', accountId)
    .where('fingerprint', '=', fingerprint)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (result.numUpdatedRows === 0n) return undefined;
  const { left } = await tx
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<bigint>().as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

export async function replaceRecoveryCodes(tx: Tx, accountId: number, fingerprints: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  const rows = fingerprints.map((fingerprint) => ({ account_id: accountId, fingerprint }));
  await tx.insertInto('recovery_code').values(rows).execute();
}

export async function deleteSecondFactor(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('second_factor').where('account_id', '=', accountId).execute();
}
