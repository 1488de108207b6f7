import type { OpsAct } from '@trickdesk/contract';
import type { Query } from '../../lib/query-of.ts';
import { routeId } from '../../lib/route-id.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { timeListInput } from '../../ui/table/time-list.ts';

/** What an address asks of the record of acts. */
export function actsInput(query: Query): InputOfCall<'opsacts'> {
  const operatorId = routeId(query['operator']);
  const personId = routeId(query['person']);
  const what = query['kind'] ?? '';
  return {
    ...timeListInput(query),
    ...(operatorId === undefined ? {} : { operatorId }),
    ...(personId === undefined ? {} : { personId }),
    ...(what === '' ? {} : { what }),
  };
}

export interface DiffLine {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly isChanged: boolean;
}

/** What an act has changed, field by field: what differs first, in the order in which it was kept. */
export function diffOf({ before, after }: Pick<OpsAct, 'before' | 'after'>): DiffLine[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const lines = names.map((name) => {
    const [was, is] = [wordsOf(before[name]), wordsOf(after[name])];
    return { name, before: was, after: is, isChanged: was !== is };
  });
  return [...lines.filter(({ isChanged }) => isChanged), ...lines.filter(({ isChanged }) => !isChanged)];
}

function wordsOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
