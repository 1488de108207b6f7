import type { kycCaseCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { OperationsService } from './service.ts';

export const kycCaseHandlers = ({ kyc }: OperationsService): Handlers<typeof kycCaseCalls> => ({
  opskyccases: async ({ accountId }, { pageNumber, pageSize, Search: search, state, caseKind: kind, sort }) => {
    const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
    const { cases, total } = await kyc.list(accountId, { state, kind, search }, page);
    return { case_list: cases, pageNumber, pageSize, total };
  },
  opsdecidekyc: async (operator, { caseKind: kind, caseId: id, facts: readDigest, verdict, reason }) => {
    const no = verdict === 'rejected' ? reason : undefined;
    const decided = await kyc.decide(operator, { kind, id, readDigest, reason: no });
    const words = verdict === 'verified' ? 'Verified. Its owner is told.' : 'Rejected. Its owner reads the reason.';
    return new Reply({ case: decided }, words);
  },
});
