export { findPeopleOf, listCases, type RewardCaseRow, type RewardFilter, sumCases } from './case-store.ts';
export { type RewardedInvoice, refuseReward, releaseReward, rewardReferrer, takeRewardBack } from './reward.ts';
export { readRound } from './round.ts';
