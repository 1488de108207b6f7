import { nameScore } from './rules.ts';

export type CaseKind = 'identity' | 'bank';

export interface CaseKey {
  readonly kind: CaseKind;
  /** The account's id for an identity, the bank account's for a bank account. */
  readonly id: number;
}

/** Where a name is known from. */
export type NameSource = 'account' | 'said' | 'aadhaar' | 'pan' | 'holder' | 'bank';

export interface SourcedName {
  readonly source: NameSource;
  readonly name: string;
}

/** Each of the first names against each of the second, where both are known and are not the same one. */
export function scoresOf(names: readonly SourcedName[], against: readonly NameSource[]) {
  const known = against.flatMap((source) => names.filter((one) => one.source === source));
  return known.flatMap((one) =>
    names
      .filter((other) => !against.includes(other.source))
      .map((other) => ({ one: one.source, other: other.source, score: nameScore(one.name, other.name) })),
  );
}

export interface CaseFacts {
  readonly ownerId: number;
  readonly status: 'open' | 'pending' | 'verified' | 'rejected';
  /** Another one took its place: nobody uses it. */
  readonly isReplaced: boolean;
  /** A digest of all that is known now. */
  readonly digest: string;
}

/** Whether somebody who has read a case may decide on it, or why not. */
export function caseFault(
  { ownerId, status, isReplaced, digest }: CaseFacts,
  by: { readonly operatorId: number; readonly readDigest: string },
): 'CASE_DECIDED' | 'OWN_CASE' | undefined {
  if (status !== 'pending' || isReplaced) return 'CASE_DECIDED';
  if (ownerId === by.operatorId) return 'OWN_CASE';
  return digest === by.readDigest ? undefined : 'CASE_DECIDED';
}
