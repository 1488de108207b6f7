export { type RewardedInvoice, releaseReward, rewardReferrer, takeRewardBack } from './reward.ts';
export { readRound } from './round.ts';
