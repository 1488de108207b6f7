export { type RewardedInvoice, rewardReferrer, takeRewardBack } from './reward.ts';
export { readRound } from './round.ts';
