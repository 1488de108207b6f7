import { z } from 'zod';
import { zEvidenceWord } from './backtest-evidence.ts';
import { zBacktestItem, zBacktestRun } from './backtests.ts';
import { call } from './call.ts';
import { pagingInput, pagingOutput, zFilledText, zId, zInterval, zSort } from './fields.ts';
import { zContract } from './going-live.ts';
import { may, zCasePerson } from './operations.ts';
import { PUBLICATION_STATES, publicationShape } from './publications.ts';
import { STEP_UP_REFUSALS } from './security.ts';
import { proofInput } from './withdrawals.ts';

/** The calls of operators about tricks of others that wait for the catalogue. */

const opsShape = {
  ...publicationShape,
  person: zCasePerson,
  /** What backs the claim, after charges. */
  backtest: zBacktestItem,
  /** Absent where the back-test was made before there were verdicts. */
  evidence: zEvidenceWord.optional(),
  /** Whether the caller may publish or refuse it: it waits, and is not their own. */
  mayDecide: z.boolean(),
  /** Whether the caller may take it out of the catalogue. */
  mayRetire: z.boolean(),
};
const zOpsPublication = z.strictObject(opsShape);
export type OpsPublication = z.output<typeof zOpsPublication>;

export const opstricks = call('opstricks', {
  needs: may('read', 'Trick'),
  summary: 'Versions of people’s tricks that wait for the catalogue, the oldest first, or what was decided.',
  input: z.strictObject({
    ...pagingInput(),
    state: z.enum([...PUBLICATION_STATES, 'all']).default('waiting'),
    sort: zSort('time', 'name').default('time'),
  }),
  output: z.strictObject({ publication_list: z.array(zOpsPublication), ...pagingOutput }),
});

const zOpsPublicationDetails = z.strictObject({
  ...opsShape,
  instruments: z.array(z.string()),
  interval: zInterval,
  product: z.enum(['INTRADAY', 'DELIVERY']),
  /** The rules in plain words, a sentence each. */
  rules: z.array(z.string()),
  /** What it may do at most with the least capital. */
  contract: zContract,
  /** What its owner said of the version. */
  note: z.string(),
  /** Absent where it was written in a form that is not read any more. */
  report: zBacktestRun.optional(),
  /** The version that the catalogue offers now. */
  offeredVersion: z.int().optional(),
});
export type OpsPublicationDetails = z.output<typeof zOpsPublicationDetails>;

export const opstrick = call('opstrick', {
  needs: may('read', 'Trick'),
  summary: 'One submission with its rules and its contract in words, and the report of the back-test behind it.',
  input: z.strictObject({ publicationId: zId }),
  output: z.strictObject({ publication: zOpsPublicationDetails }),
  refusals: ['NOT_FOUND'],
});

const decided = z.strictObject({ publication: zOpsPublication });

export const opspublishtrick = call('opspublishtrick', {
  needs: may('decide', 'Trick'),
  summary:
    'Publishes a version of somebody else’s trick: everybody can copy it. A version published later takes its place; copies that are there stay on theirs.',
  input: z.strictObject({ publicationId: zId, ...proofInput }),
  output: decided,
  refusals: ['NOT_FOUND', 'CASE_DECIDED', 'OWN_CASE', 'WRONG_PASSWORD', ...STEP_UP_REFUSALS],
});

export const opsrefusetrick = call('opsrefusetrick', {
  needs: may('decide', 'Trick'),
  summary: 'Refuses a version of somebody else’s trick, with the reason for its owner. It can be submitted again.',
  input: z.strictObject({ publicationId: zId, reason: zFilledText(200) }),
  output: decided,
  refusals: ['NOT_FOUND', 'CASE_DECIDED', 'OWN_CASE'],
});

export const opsretiretrick = call('opsretiretrick', {
  needs: may('decide', 'Trick'),
  summary:
    'Takes a published trick of somebody else out of the catalogue, with the reason for its owner. Copies go on, and it stays in the rankings.',
  input: z.strictObject({ publicationId: zId, reason: zFilledText(200), ...proofInput }),
  output: decided,
  refusals: ['NOT_FOUND', 'CASE_DECIDED', 'OWN_CASE', 'WRONG_PASSWORD', ...STEP_UP_REFUSALS],
});

export const trickCaseCalls = { opstricks, opstrick, opspublishtrick, opsrefusetrick, opsretiretrick };
