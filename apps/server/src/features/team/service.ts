import type { Database, PageWindow } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import type { Clock } from '../../platform/clock.ts';
import { readRound } from '../rewards/index.ts';
import * as history from './history-store.ts';
import { designationOf, levelsShown } from './rules.ts';
import * as store from './store.ts';

export type TeamService = ReturnType<typeof createTeamService>;

export interface TeamParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Levels that are counted: the tree is read no further. */
  readonly deepest: number;
}

/** Whom an account invited, and what that brought. Only the rewards feature pays. */
export function createTeamService({ database, clock, deepest }: TeamParts) {
  const db = database.kysely;
  const standingOf = async (accountId: number) => {
    const [active, thresholds] = await Promise.all([
      store.countActiveReferrals(db, accountId),
      store.listThresholds(db),
    ]);
    return { active, designation: designationOf(active, thresholds) };
  };
  return {
    designationLevelOf: async (accountId: number): Promise<number> => (await standingOf(accountId)).designation.level,
    /**
     * The team by levels, with the members of one.
     *
     * @throws Refusal `NOT_FOUND` where the account is gone
     */
    readTeam: async (asked: store.MembersAsked, page: PageWindow) => {
      const { accountId } = asked;
      const [referralCode, standing, counted, planRewards, members, total] = await Promise.all([
        store.findReferralCode(db, accountId),
        standingOf(accountId),
        // One further than is shown: it tells whether there is more.
        store.countLevels(db, accountId, deepest + 1),
        store.listPlanRewards(db),
        store.listMembers(db, asked, page),
        store.countMembers(db, asked),
      ]);
      if (referralCode === undefined) throw new Refusal('NOT_FOUND');
      return { referralCode, ...standing, ...levelsShown(counted, deepest), planRewards, members, total };
    },
    readReferrals: async (asked: store.ReferralsAsked, page: store.ReferralPage) => {
      const [referrals, sums] = await Promise.all([
        store.listReferrals(db, asked, page),
        store.sumReferrals(db, asked),
      ]);
      return { referrals, ...sums };
    },
    readHistory: async (asked: history.HistoryAsked, page: history.HistoryPage) => {
      const [entries, sums, round] = await Promise.all([
        history.listEntries(db, asked, page),
        history.sumEntries(db, asked),
        readRound(db, asked.accountId, clock.now()),
      ]);
      return { entries, ...sums, round };
    },
  };
}
