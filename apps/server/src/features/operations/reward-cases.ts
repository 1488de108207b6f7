import type { RewardCase } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import { toSafePaise } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import { canonicalJson } from '../../platform/idempotency.ts';
import type { Accounts, GivenProof } from '../accounts/index.ts';
import { recordAct } from '../audit/index.ts';
import { taxYearOf } from '../billing/index.ts';
import {
  findPeopleOf,
  listCases,
  type RewardCaseRow,
  type RewardFilter,
  refuseReward,
  releaseReward,
  sumCases,
} from '../rewards/index.ts';

export interface RewardCaseParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secondFactor: Pick<Accounts['secondFactor'], 'prove'>;
}

export interface RewardVerdict extends GivenProof {
  readonly rewardId: number;
  readonly verdict: 'pay' | 'refuse';
  readonly reason?: string | undefined;
}

export type RewardCases = ReturnType<typeof createRewardCases>;
type Operator = Pick<Caller, 'accountId' | 'origin'>;

/** Rewards that were withheld: one person may be behind both accounts, or one household. */
export function createRewardCases(parts: RewardCaseParts) {
  const db = parts.database.kysely;
  return {
    list: async (operatorId: number, filter: RewardFilter, page: Parameters<typeof listCases>[2]) => {
      const [rows, sums] = await Promise.all([listCases(db, filter, page), sumCases(db, filter)]);
      return { cases: rows.map((row) => caseToWire(row, operatorId)), ...sums };
    },
    decide: (operator: Operator, verdict: RewardVerdict) => decide(parts, operator, verdict),
  };
}

/** @throws Refusal `NOT_FOUND`, `OWN_CASE`, `CASE_DECIDED`, and those of a proof */
async function decide(
  { database, clock, secondFactor }: RewardCaseParts,
  operator: Operator,
  { rewardId, verdict, reason = '', ...given }: RewardVerdict,
): Promise<void> {
  const proof = await secondFactor.prove(operator, given);
  const at = new Date(clock.now());
  const isPaid = verdict === 'pay';
  await database.transaction(async (tx) => {
    const people = await findPeopleOf(tx, rewardId);
    if (!people) throw new Refusal('NOT_FOUND');
    if (people.includes(operator.accountId)) throw new Refusal('OWN_CASE');
    const done = isPaid
      ? await releaseReward(tx, { rewardId, taxYear: taxYearOf(at.getTime()), at })
      : await refuseReward(tx, { rewardId, reason, at });
    if (!done) throw new Refusal('CASE_DECIDED');
    await proof.useIn(tx);
    await recordAct(tx, {
      ...{ operator, subject: 'reward', subjectId: String(rewardId), at },
      what: isPaid ? 'pay_reward' : 'refuse_reward',
      sentence: isPaid ? 'Paid a reward that was withheld.' : `Refused a reward that was withheld: ${reason}`,
      before: { state: 'withheld' },
      after: isPaid ? { state: 'paid' } : { state: 'refused', reason },
    });
  });
  await proof.settle();
}

function caseToWire(row: RewardCaseRow, operatorId: number): RewardCase {
  const { inviter_address: one, invited_address: other, refused_at: refusedAt } = row;
  return {
    ...{ rewardId: row.id, grossPaise: toSafePaise(row.gross_paise), at: row.at.toISOString() },
    because: row.withheld_because ?? '',
    planName: row.description ?? '',
    ...(refusedAt === null ? {} : { refusedAt: refusedAt.toISOString() }),
    inviter: {
      ...{ userId: row.account_id, fullName: row.inviter_name, email: row.inviter_email },
      kycVerified: row.inviter_kyc !== null,
    },
    invited: {
      ...{ userId: row.invited_id, fullName: row.invited_name, email: row.invited_email },
      kycVerified: row.invited_kyc !== null,
    },
    sameAddress: one !== null && other !== null && canonicalJson(one) === canonicalJson(other),
    mayDecide: refusedAt === null && operatorId !== row.account_id && operatorId !== row.invited_id,
  };
}
