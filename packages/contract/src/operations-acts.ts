import { z } from 'zod';
import { call } from './call.ts';
import { dateRangeInput, pagingInput, pagingOutput, zFilledText, zId, zMoment, zSort } from './fields.ts';
import { may } from './operations.ts';

const zAct = z.strictObject({
  actId: z.int().positive(),
  operator: z.strictObject({ userId: zId, fullName: z.string(), email: z.string() }),
  what: z.string(),
  subject: z.string(),
  subjectId: z.string(),
  sentence: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
  device: z.string(),
  address: z.string(),
  at: zMoment,
});
export type OpsAct = z.output<typeof zAct>;

export const opsacts = call('opsacts', {
  needs: may('read', 'Audit'),
  summary: 'What operators did, to whom or what, with what was before and after it. Days are India’s.',
  input: z.strictObject({
    ...pagingInput(),
    ...dateRangeInput,
    /** Who did it. */
    operatorId: zId.optional(),
    /** A word such as `approve_withdrawal`. */
    what: zFilledText(60).optional(),
    /** Whom it was about: the account itself, or something of it. */
    personId: zId.optional(),
    sort: zSort('time').default('-time'),
  }),
  output: z.strictObject({
    act_list: z.array(zAct),
    /** What the list can be narrowed to. */
    operators: z.array(zAct.shape.operator),
    kinds: z.array(z.string()),
    ...pagingOutput,
  }),
});

const zChain = z.strictObject({
  entries: z.int(),
  lastLinkedAt: zMoment.optional(),
  /** Rows that no entry covers yet: the chain follows within seconds. */
  waiting: z.int(),
  /** What the last verification found; absent where there was none. */
  verified: z
    .strictObject({
      at: zMoment,
      by: z.string(),
      isSound: z.boolean(),
      /** Entries that are sound. */
      entries: z.int(),
      /** The first that is not as it was, and why. */
      brokenAt: z.int().optional(),
      why: z.string().optional(),
      /** Of the last sound entry, hexadecimal. */
      head: z.string(),
    })
    .optional(),
});
export type AuditChain = z.output<typeof zChain>;

export const opschain = call('opschain', {
  needs: may('read', 'Audit'),
  summary: 'How far the chain of hashes reaches, and what its last verification found.',
  input: z.strictObject({}),
  output: z.strictObject({ chain: zChain }),
});

export const opsverifychain = call('opsverifychain', {
  needs: may('decide', 'Audit'),
  summary: 'Goes over the whole chain of hashes and every row that it covers, and keeps what was found as an act.',
  input: z.strictObject({}),
  output: z.strictObject({ chain: zChain }),
});

export const actCalls = { opsacts, opschain, opsverifychain };
