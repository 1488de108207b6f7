import {
  type BacktestItem,
  type EvidenceWord,
  type OpsPublication,
  type Publication,
  zCategory,
  zRisk,
} from '@trickdesk/contract';
import { toIndiaIso, toSafePaise } from '@trickdesk/domain';
import { deedFault } from './rules.ts';
import type { QueuedSubmission, Submission } from './store.ts';

/** Submissions in the words of the wire. Part of the border, like `calls.ts`. */

export function publicationToWire(row: Submission): Publication {
  const { decided_at: decidedAt, reason, published_strategy_id: publishedId } = row;
  return {
    ...{ publicationId: row.id, TricksId: row.strategy_id, version: row.version, state: row.state },
    ...{ name: row.name, summary: row.summary, description: row.description },
    category: zCategory.parse(row.category),
    risk: zRisk.parse(row.risk),
    minCapitalPaise: toSafePaise(row.min_capital_paise),
    BacktestId: row.backtest_id,
    submittedAt: toIndiaIso(row.submitted_at.getTime()),
    ...(decidedAt === null ? {} : { decidedAt: toIndiaIso(decidedAt.getTime()) }),
    ...(reason === null ? {} : { reason }),
    ...(publishedId === null ? {} : { publishedTricksId: publishedId }),
    offered: row.offered,
  };
}

interface Backing {
  readonly backtest: BacktestItem;
  readonly evidence: EvidenceWord | undefined;
}

/** @param operatorId who looks at it */
export function queuedToWire(row: QueuedSubmission, claimed: Backing, operatorId: number): OpsPublication {
  const facts = { ownerId: row.account_id, state: row.state, isOffered: row.offered };
  return {
    ...publicationToWire(row),
    person: {
      ...{ userId: row.account_id, fullName: row.full_name, email: row.email },
      kycVerified: row.kyc_verified_at !== null,
    },
    backtest: claimed.backtest,
    ...(claimed.evidence === undefined ? {} : { evidence: claimed.evidence }),
    mayDecide: deedFault(facts, 'publish', operatorId) === undefined,
    mayRetire: deedFault(facts, 'retire', operatorId) === undefined,
  };
}
