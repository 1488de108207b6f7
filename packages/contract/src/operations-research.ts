import { RESEARCH_RATIONALE_LONGEST, RESEARCH_SIDES, RESEARCH_TARGETS_MOST } from '@trickdesk/domain';
import { z } from 'zod';
import { call } from './call.ts';
import { pagingOutput, zDate, zFilledText, zId, zKey, zSymbol } from './fields.ts';
import { may } from './operations.ts';
import { raTradeShape, raTradesInput, zRaTrade, zResearchRecord } from './research.ts';
import { STEP_UP_REFUSALS } from './security.ts';
import { proofInput } from './withdrawals.ts';

/** The calls of operators who publish research. */

/** Rupees, within what an order may cost. */
const zPrice = z.number().positive().max(1_000_000);

/** A call as it is drawn up. Nothing of it can be changed afterwards. */
const draft = {
  symbol: zSymbol,
  side: z.enum(RESEARCH_SIDES),
  entryPrice: zPrice,
  stopPrice: zPrice,
  /** The nearest first. */
  targets: z.array(zPrice).min(1).max(RESEARCH_TARGETS_MOST),
  /** The last session that it is good for, 30 days ahead at most. */
  validUntil: zDate,
  rationale: zFilledText(RESEARCH_RATIONALE_LONGEST),
  holdsInterest: z.boolean(),
  usesAi: z.boolean(),
};

const DRAFT_REFUSALS = ['INSTRUMENT_UNKNOWN', 'PRICE_UNKNOWN', 'RESEARCH_NOT_REGISTERED'] as const;

export const opsresearch = call('opsresearch', {
  needs: may('read', 'Research'),
  summary: 'Every call with what the market made of it, for operators: also where people who are no clients see none.',
  input: raTradesInput,
  output: z.strictObject({ ra_trade_list: z.array(zRaTrade), record: zResearchRecord, ...pagingOutput }),
});

export const opspreviewresearch = call('opspreviewresearch', {
  needs: may('decide', 'Research'),
  summary: 'A call as people would see it if it were published now. Checked as a publication is; nothing is kept.',
  input: z.strictObject(draft),
  output: z.strictObject({ preview: z.strictObject(raTradeShape) }),
  refusals: DRAFT_REFUSALS,
});

export const opspublishresearch = call('opspublishresearch', {
  needs: may('decide', 'Research'),
  summary: 'Publishes a call. It cannot be edited, and counts in the hit rate for good. The same key publishes once.',
  input: z.strictObject({ ...draft, ...proofInput, idempotencyKey: zKey }),
  output: z.strictObject({ call: zRaTrade }),
  refusals: [...DRAFT_REFUSALS, 'IDEMPOTENCY_KEY_REUSED', 'WRONG_PASSWORD', ...STEP_UP_REFUSALS],
});

export const opswithdrawresearch = call('opswithdrawresearch', {
  needs: may('decide', 'Research'),
  summary: 'Withdraws a call that is not over, with the reason. It stays in the record, and its outcome goes on.',
  input: z.strictObject({ researchId: zId, reason: zFilledText(200), ...proofInput }),
  output: z.strictObject({ call: zRaTrade }),
  refusals: ['NOT_FOUND', 'RESEARCH_WITHDRAWN', 'RESEARCH_ENDED', 'WRONG_PASSWORD', ...STEP_UP_REFUSALS],
});

export const researchCaseCalls = { opsresearch, opspreviewresearch, opspublishresearch, opswithdrawresearch };
