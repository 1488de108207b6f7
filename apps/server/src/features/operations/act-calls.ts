import type { AuditChain, actCalls } from '@trickdesk/contract';
import { addDays, indiaMoment } from '@trickdesk/domain';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { OperationsService } from './service.ts';

export const actHandlers = ({
  acts,
  actChoices,
  chain,
  verifyChain,
}: OperationsService): Handlers<typeof actCalls> => ({
  opsacts: async (_operator, input) => {
    const { pageNumber, pageSize, Search: search, from_date: from, to_date: to, sort, ...narrowed } = input;
    const filter = {
      ...narrowed,
      from: from === undefined ? undefined : new Date(indiaMoment(from)),
      before: to === undefined ? undefined : new Date(indiaMoment(addDays(to, 1))),
      search,
    };
    const [found, { operators, kinds }] = await Promise.all([
      acts(filter, { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort }),
      actChoices(),
    ]);
    const list = found.acts.map(({ id, operator_id, full_name, email, subject_id, before, after, at, ...act }) => ({
      ...{ ...act, actId: Number(id), subjectId: subject_id, at: at.toISOString() },
      operator: { userId: operator_id, fullName: full_name, email },
      ...{ before: { ...before }, after: { ...after } },
    }));
    return {
      act_list: list,
      operators: operators.map(({ id: userId, full_name: fullName, email }) => ({ userId, fullName, email })),
      ...{ kinds, pageNumber, pageSize, total: found.total },
    };
  },
  opschain: async () => ({ chain: chainToWire(await chain()) }),
  opsverifychain: async (operator) => {
    const { broken } = await verifyChain(operator);
    const words = broken ? 'The chain is not as it was.' : 'The chain is sound.';
    return new Reply({ chain: chainToWire(await chain()) }, words);
  },
});

function chainToWire({ head, unlinked, last }: Awaited<ReturnType<OperationsService['chain']>>): AuditChain {
  return {
    entries: Number(head?.seq ?? 0n),
    ...(head ? { lastLinkedAt: head.linked_at.toISOString() } : {}),
    waiting: Object.values(unlinked).reduce((sum, count) => sum + count, 0),
    ...(last ? { verified: { at: last.at.toISOString(), by: last.full_name, ...foundIn(last.after) } } : {}),
  };
}

/** As `verifyByOperator` has kept it. */
function foundIn(after: unknown): Omit<NonNullable<AuditChain['verified']>, 'at' | 'by'> {
  const kept = new Map<string, unknown>(typeof after === 'object' && after !== null ? Object.entries(after) : []);
  const [entries, head, brokenAt, why] = ['entries', 'head', 'brokenAt', 'why'].map((name) => kept.get(name));
  return {
    isSound: kept.get('isSound') === true,
    entries: typeof entries === 'number' ? entries : 0,
    head: typeof head === 'string' ? head : '',
    ...(typeof brokenAt === 'number' ? { brokenAt } : {}),
    ...(typeof why === 'string' ? { why } : {}),
  };
}
