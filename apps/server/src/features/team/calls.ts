import type { teamCalls } from '@trickdesk/contract';
import { addDays, indiaMoment, toSafePaise } from '@trickdesk/domain';
import type { Handlers } from '../../http/handlers.ts';
import type { TeamService } from './service.ts';
import { memberToWire, referralToWire, rewardToWire, roundToWire } from './wire.ts';

export const teamHandlers = (team: TeamService): Handlers<typeof teamCalls> => ({
  getMyTeam: async ({ accountId }, { level, Search: search, ...page }) => {
    const read = await team.readTeam({ accountId, level, search }, windowOf(page));
    const { next } = read.designation;
    return {
      referralCode: read.referralCode,
      designation_level: read.designation.level,
      activeReferrals: read.active,
      ...(next ? { nextDesignation: { designation_level: next.level, activeReferrals: next.activeReferrals } } : {}),
      levels: read.levels,
      hasDeeper: read.hasDeeper,
      plan_rewards: read.planRewards.map((plan) => ({
        planName: plan.name,
        pricePaise: toSafePaise(plan.price_paise),
        rewardPaise: toSafePaise(plan.reward_paise),
      })),
      level,
      member_list: read.members.map(memberToWire),
      ...page,
      total: read.total,
    };
  },
  directreferrallist: async ({ accountId }, input) => {
    const { pageNumber, pageSize, keyword, isRoboactive, isTradeactive, designation_level, type, order } = input;
    const page = { pageNumber, pageSize };
    const asked = { accountId, keyword, isRoboactive, isTradeactive, designationLevel: designation_level };
    const read = await team.readReferrals(asked, { ...windowOf(page), by: type, order });
    return {
      trick_list: read.referrals.map(referralToWire),
      active: read.active,
      rewardPaise: toSafePaise(read.rewardPaise),
      ...page,
      total: read.total,
    };
  },
  myRewardhistory: async ({ accountId }, { Search: search, from_date: from, to_date: to, sort, ...page }) => {
    const asked = {
      ...{ accountId, search },
      from: from === undefined ? undefined : new Date(indiaMoment(from)),
      before: to === undefined ? undefined : new Date(indiaMoment(addDays(to, 1))),
    };
    const read = await team.readHistory(asked, { ...windowOf(page), sort });
    return {
      wallet_transaction_list: read.entries.map(rewardToWire),
      creditPaise: toSafePaise(read.creditPaise),
      debitPaise: toSafePaise(read.debitPaise),
      tdsPaise: toSafePaise(read.tdsPaise),
      ...(read.round ? { curRound: roundToWire(read.round) } : {}),
      ...page,
      total: read.total,
    };
  },
});

const windowOf = ({ pageNumber, pageSize }: { readonly pageNumber: number; readonly pageSize: number }) => ({
  limit: pageSize,
  offset: (pageNumber - 1) * pageSize,
});
