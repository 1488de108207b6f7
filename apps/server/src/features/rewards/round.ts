import type { Queryable } from '@trickdesk/db';
import type { EpochMs, Paise } from '@trickdesk/domain';
import { monthOf } from './rules.ts';
import { countActivated, findRound } from './store.ts';

/** A round as it stands. */
export interface Round {
  /** `YYYY-MM`. */
  readonly month: string;
  /** The first moment, and the first after the last. */
  readonly from: Date;
  readonly before: Date;
  readonly target: number;
  readonly achieved: number;
  readonly rewardPaise: Paise;
}

/** The round that a moment lies in, as far as an account has come; nothing where none is set. */
export async function readRound(db: Queryable, accountId: number, at: EpochMs): Promise<Round | undefined> {
  const { month, ...span } = monthOf(at);
  const round = await findRound(db, month);
  if (!round) return undefined;
  const achieved = await countActivated(db, accountId, span);
  return { month, ...span, target: round.target, achieved, rewardPaise: round.reward_paise };
}
