/** What a back-test must be to back the publication of a version. */
export interface ClaimFacts {
  readonly status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Null of rules that nobody had saved. */
  readonly versionId: number | null;
  /** Of the rules as they ran. */
  readonly rulesHash: string;
  readonly hasCosts: boolean;
  readonly isSweep: boolean;
  /** Null until it is done. */
  readonly trades: number | null;
}

export interface VersionFacts {
  readonly versionId: number;
  readonly rulesHash: string;
}

const NOTHING = 'Nothing was submitted.';

/** Why a back-test does not back a version, for its owner; `undefined` where it does. */
export function claimFault(backtest: ClaimFacts, version: VersionFacts): string | undefined {
  const { status, versionId, rulesHash, hasCosts, isSweep, trades } = backtest;
  if (status === 'queued' || status === 'running') return `This back-test is not done yet. Wait for it. ${NOTHING}`;
  if (status !== 'done') return `This back-test was not finished, so it says nothing. Choose one that is. ${NOTHING}`;
  if (versionId !== version.versionId) {
    return `This back-test is of another version. Back-test the version that you submit. ${NOTHING}`;
  }
  if (rulesHash !== version.rulesHash) {
    return `This back-test ran with other instruments or another interval than the version has. ${NOTHING}`;
  }
  if (!hasCosts) return `This back-test left charges out. What is published is shown after charges. ${NOTHING}`;
  if (isSweep) return `This back-test tried many values and kept the best. Test the one that you submit. ${NOTHING}`;
  if (!trades) return `This back-test made no trade, so it backs nothing. ${NOTHING}`;
  return undefined;
}

export interface DecidingFacts {
  readonly ownerId: number;
  readonly state: 'waiting' | 'published' | 'refused' | 'withdrawn';
  /** Whether the catalogue offers it. */
  readonly isOffered: boolean;
}

export type Deed = 'publish' | 'refuse' | 'retire';

/** Why an operator cannot do it; nobody decides on a trick of their own. */
export function deedFault(
  { ownerId, state, isOffered }: DecidingFacts,
  deed: Deed,
  operatorId: number,
): 'OWN_CASE' | 'CASE_DECIDED' | undefined {
  if (ownerId === operatorId) return 'OWN_CASE';
  const isOpen = deed === 'retire' ? isOffered : state === 'waiting';
  return isOpen ? undefined : 'CASE_DECIDED';
}
