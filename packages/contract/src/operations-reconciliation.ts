import { z } from 'zod';
import { call } from './call.ts';
import { dateRangeInput, pagingInput, pagingOutput, zId, zSort } from './fields.ts';
import { may, zCasePerson } from './operations.ts';
import { reportDetails, reportFacts } from './reconciliation.ts';

/** The calls of operators about comparisons of anybody's books with the broker's. */

/** Whose books were compared; the client code shows no more than tells two accounts of a person apart. */
const whose = { person: zCasePerson, clientCodeMasked: z.string() };
const zOpsReportRow = z.strictObject({ ...whose, ...reportFacts });
export type OpsReconciliationRow = z.output<typeof zOpsReportRow>;

const zOpsReport = z.strictObject({ ...whose, ...reportFacts, ...reportDetails });
export type OpsReconciliationReport = z.output<typeof zOpsReport>;

export const OPS_REPORT_STATES = ['differs', 'all', 'incomplete', 'agrees'] as const;

export const opsreconciliation = call('opsreconciliation', {
  needs: may('read', 'Reconciliation'),
  summary:
    'End-of-day comparisons with the brokers over all people, newest first: those with differences that nothing explains, or all of a result. Days are India’s.',
  input: z.strictObject({
    ...pagingInput(),
    ...dateRangeInput,
    state: z.enum(OPS_REPORT_STATES).default('differs'),
    sort: zSort('day').default('-day'),
  }),
  output: z.strictObject({ report_list: z.array(zOpsReportRow), ...pagingOutput }),
});

export const opsreconciliationreport = call('opsreconciliationreport', {
  needs: may('read', 'Reconciliation'),
  summary: 'One comparison of somebody with the broker, line by line as its owner reads it.',
  input: z.strictObject({ reportId: zId }),
  output: z.strictObject({ report: zOpsReport }),
  refusals: ['NOT_FOUND'],
});

export const reconciliationCaseCalls = { opsreconciliation, opsreconciliationreport };
