import { z } from 'zod';
import { call } from './call.ts';
import { dateRangeInput, pagingInput, pagingOutput, zDate, zMoment, zPaise, zSort, zText } from './fields.ts';

/** Levels of a team that are counted; whoever stands below them is not. */
export const TEAM_LEVELS = 20;

/** 0 to 5, by the number of active direct referrals. It changes names and badges, never pay. */
export const zDesignationLevel = z.int().min(0).max(5);

/** What an inviter sees of somebody; never an email address or a mobile number. */
const zMemberFacts = {
  /** Of people who were invited by others the first name and a letter: `Asha K.` */
  name: z.string(),
  since: zMoment,
  /** A plan of theirs runs that was paid and not refunded. */
  isActive: z.boolean(),
  isTradeactive: z.boolean(),
  isRoboactive: z.boolean(),
  designation_level: zDesignationLevel,
};

const zTeamMember = z.strictObject({
  ...zMemberFacts,
  /** Who invited them, from level 2 on. */
  invitedBy: z.string().optional(),
});
export type TeamMember = z.output<typeof zTeamMember>;

const zTeamLevel = z.strictObject({ level: z.int(), members: z.int(), active: z.int() });
export type TeamLevel = z.output<typeof zTeamLevel>;

export const getMyTeam = call('getMyTeam', {
  summary:
    'Whom the caller invited (level 1), whom those invited, and so on: counts of every level, and the people of one. Nothing is paid for its depth.',
  input: z.strictObject({
    ...pagingInput(),
    /** Whose members are listed; 1 are the direct referrals. */
    level: z.int().min(1).max(TEAM_LEVELS).default(1),
  }),
  output: z.strictObject({
    referralCode: z.string(),
    designation_level: zDesignationLevel,
    /** Direct referrals that are active. */
    activeReferrals: z.int(),
    /** Absent at the highest level. */
    nextDesignation: z.strictObject({ designation_level: zDesignationLevel, activeReferrals: z.int() }).optional(),
    /** Every level that has people, from 1. */
    levels: z.array(zTeamLevel),
    /** There are people below the last level that is counted. */
    hasDeeper: z.boolean(),
    /** What a direct referral's purchase brings, before tax. */
    plan_rewards: z.array(z.strictObject({ planName: z.string(), pricePaise: zPaise, rewardPaise: zPaise })),
    level: z.int(),
    /** Newest first. */
    member_list: z.array(zTeamMember),
    ...pagingOutput,
  }),
});

/** What `directreferrallist` can be sorted by. */
export const REFERRAL_SORTS = ['since', 'name', 'level', 'reward'] as const;
export const SORT_ORDERS = ['asc', 'desc'] as const;

const zDirectReferral = z.strictObject({
  ...zMemberFacts,
  /** What their purchases brought the caller and was not taken back, after tax. */
  rewardPaise: zPaise,
  /** Rewards that wait for an operator, before tax. */
  withheldPaise: zPaise,
});
export type DirectReferral = z.output<typeof zDirectReferral>;

const { Search: _keywordInstead, ...pages } = pagingInput();

export const directreferrallist = call('directreferrallist', {
  summary: 'The people whom the caller invited, with what each of them brought.',
  input: z.strictObject({
    ...pages,
    /** A part of the name. */
    keyword: zText(100).optional(),
    isRoboactive: z.boolean().optional(),
    isTradeactive: z.boolean().optional(),
    designation_level: zDesignationLevel.optional(),
    /** The column to sort by. */
    type: z.enum(REFERRAL_SORTS).default('since'),
    /** Which way; equal rows follow their registration. */
    order: z.enum(SORT_ORDERS).default('desc'),
  }),
  output: z.strictObject({
    trick_list: z.array(zDirectReferral),
    /** Over all that fit, not the page alone. */
    active: z.int(),
    rewardPaise: zPaise,
    ...pagingOutput,
  }),
});

/** `refused`: withheld for good, once somebody had looked. */
export const REWARD_STATES = ['paid', 'withheld', 'refused', 'taken_back'] as const;

const zRewardEntry = z.strictObject({
  /** The posting on the Rewards account; absent where nothing moved. */
  transaction_id: z.int().positive().optional(),
  reward_id: z.int().positive(),
  /** `reversal`: of the reward with this `reward_id`. */
  cause: z.enum(['reward', 'reversal']),
  /** For a plan that somebody bought, or for a round whose target was reached. */
  kind: z.enum(['plan', 'round']),
  sentence: z.string(),
  /** How it stands with the reward now. */
  state: z.enum(REWARD_STATES),
  /** Why it is withheld. */
  reason: z.string().optional(),
  /** Of a reward: before tax, the tax, after tax. */
  grossPaise: zPaise.optional(),
  tdsPaise: zPaise.optional(),
  netPaise: zPaise.optional(),
  /** Of a reward that was taken back: what the wallet did not hold any more, and the next ones will pay. */
  uncollectedPaise: zPaise,
  type: z.enum(['C', 'D']),
  /** What moved on the Rewards account; never negative, nothing where it is withheld. */
  amountPaise: zPaise,
  /** Free money of the Rewards account right after it; absent where nothing moved. */
  balancePaise: zPaise.optional(),
  at: zMoment,
});
export type RewardEntry = z.output<typeof zRewardEntry>;

const zRound = z.strictObject({
  /** A calendar month of India, `2026-11`. */
  round: z.string(),
  from: zDate,
  to: zDate,
  /** Direct referrals who buy their first plan in it. */
  target: z.int(),
  achieved: z.int(),
  rewardPaise: zPaise,
});
export type RewardRound = z.output<typeof zRound>;

export const myRewardhistory = call('myRewardhistory', {
  summary: 'Rewards and what was taken back of them, newest first, and the round of this month. Days are India’s.',
  input: z.strictObject({ ...pagingInput(), ...dateRangeInput, sort: zSort('time').default('-time') }),
  output: z.strictObject({
    wallet_transaction_list: z.array(zRewardEntry),
    /** Over all that fit, not the page alone: what came, what went, and the tax of the rewards that stand. */
    creditPaise: zPaise,
    debitPaise: zPaise,
    tdsPaise: zPaise,
    /** Absent where none is set. */
    curRound: zRound.optional(),
    ...pagingOutput,
  }),
});

export const teamCalls = { getMyTeam, directreferrallist, myRewardhistory };
