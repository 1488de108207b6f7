import { z } from 'zod';
import { call } from './call.ts';
import { pagingInput, pagingOutput, zFilledText, zId, zMoment, zPaise, zSort } from './fields.ts';
import { may, zCasePerson } from './operations.ts';
import { STEP_UP_REFUSALS } from './security.ts';
import { proofInput } from './withdrawals.ts';

/** The calls of operators about rewards that were withheld, since one person may be behind both accounts. */

const zRewardCase = z.strictObject({
  rewardId: zId,
  grossPaise: zPaise,
  /** Why it was withheld, or, where it is refused, what its owner was told. */
  because: z.string(),
  planName: z.string(),
  at: zMoment,
  refusedAt: zMoment.optional(),
  inviter: zCasePerson,
  invited: zCasePerson,
  /** Both gave the same address: people of one household, perhaps. */
  sameAddress: z.boolean(),
  /** Whether the caller may decide: neither account is theirs. */
  mayDecide: z.boolean(),
});
export type RewardCase = z.output<typeof zRewardCase>;

export const opsrewards = call('opsrewards', {
  needs: may('read', 'Payment'),
  summary: 'Rewards that were withheld and wait for somebody to look, or that were refused for good.',
  input: z.strictObject({
    ...pagingInput(),
    state: z.enum(['waiting', 'refused']).default('waiting'),
    sort: zSort('time').default('time'),
  }),
  output: z.strictObject({ reward_list: z.array(zRewardCase), totalPaise: zPaise, ...pagingOutput }),
});

export const opsdecidereward = call('opsdecidereward', {
  needs: may('decide', 'Payment'),
  summary:
    'Pays a reward that was withheld, with the tax of this year, or refuses it for good with a reason for its owner.',
  input: z
    .strictObject({
      rewardId: zId,
      verdict: z.enum(['pay', 'refuse']),
      reason: zFilledText(200).optional(),
      ...proofInput,
    })
    .refine(({ verdict, reason }) => verdict === 'pay' || reason !== undefined, {
      path: ['reason'],
      message: 'Say why, for the person who reads it.',
    }),
  output: z.strictObject({ rewardId: zId, paid: z.boolean() }),
  refusals: ['NOT_FOUND', 'CASE_DECIDED', 'OWN_CASE', 'WRONG_PASSWORD', ...STEP_UP_REFUSALS],
});

export const rewardCaseCalls = { opsrewards, opsdecidereward };
