export { type RewardedInvoice, rewardReferrer, takeRewardBack } from './reward.ts';
