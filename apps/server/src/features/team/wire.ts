import type { DirectReferral, RewardEntry, RewardRound, TeamMember } from '@trickdesk/contract';
import { addDays, indiaDateOf, toSafePaise } from '@trickdesk/domain';
import type { HistoryRow } from './history-store.ts';
import type { TeamService } from './service.ts';
import type { MemberRow, ReferralRow } from './store.ts';

const factsToWire = (row: MemberRow) => ({
  name: row.name,
  since: row.since.toISOString(),
  isActive: row.is_active,
  isTradeactive: row.is_tradeactive,
  isRoboactive: row.is_roboactive,
  designation_level: row.designation_level,
});

export function memberToWire(row: MemberRow & { readonly invited_by: string | null }): TeamMember {
  return { ...factsToWire(row), ...(row.invited_by === null ? {} : { invitedBy: row.invited_by }) };
}

export function referralToWire(row: ReferralRow): DirectReferral {
  return {
    ...factsToWire(row),
    rewardPaise: toSafePaise(row.reward_paise),
    withheldPaise: toSafePaise(row.withheld_paise),
  };
}

export function rewardToWire(row: HistoryRow): RewardEntry {
  const { amount_paise: amount, gross_paise: gross, tds_paise: tds } = row;
  return {
    ...(row.posting_id === null ? {} : { transaction_id: Number(row.posting_id) }),
    ...{ reward_id: row.reward_id, cause: row.cause, kind: row.kind, sentence: row.sentence, state: row.state },
    ...(row.withheld_because === null ? {} : { reason: row.withheld_because }),
    ...(gross === null || tds === null
      ? {}
      : { grossPaise: toSafePaise(gross), tdsPaise: toSafePaise(tds), netPaise: toSafePaise(gross - tds) }),
    uncollectedPaise: toSafePaise(row.uncollected_paise),
    type: amount < 0n ? 'D' : 'C',
    amountPaise: toSafePaise(amount < 0n ? -amount : amount),
    ...(row.balance_after_paise === null ? {} : { balancePaise: toSafePaise(row.balance_after_paise) }),
    at: row.at.toISOString(),
  };
}

type Round = NonNullable<Awaited<ReturnType<TeamService['readHistory']>>['round']>;

export function roundToWire({ month, from, before, target, achieved, rewardPaise }: Round): RewardRound {
  const lastDay = addDays(indiaDateOf(before.getTime()), -1);
  return {
    ...{ round: month, from: indiaDateOf(from.getTime()), to: lastDay, target, achieved },
    rewardPaise: toSafePaise(rewardPaise),
  };
}
