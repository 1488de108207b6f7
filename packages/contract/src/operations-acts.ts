import { z } from 'zod';
import { call } from './call.ts';
import { dateRangeInput, pagingInput, pagingOutput, zId, zMoment, zSort } from './fields.ts';
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
  input: z.strictObject({ ...pagingInput(), ...dateRangeInput, sort: zSort('time').default('-time') }),
  output: z.strictObject({ act_list: z.array(zAct), ...pagingOutput }),
});

export const actCalls = { opsacts };
