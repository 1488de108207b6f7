import type { Tx } from '@trickdesk/db';
import type { OperatorActKind } from '@trickdesk/domain';
import type { Caller } from '../../platform/caller.ts';
import { insertAct } from './act-store.ts';

/** What an operator did to whom or what. */
export interface OperatorAct {
  readonly operator: Pick<Caller, 'accountId' | 'origin'>;
  readonly what: OperatorActKind;
  /** What kind of thing, and which: `withdrawal`, `7`. */
  readonly subject: string;
  readonly subjectId: string;
  /** For people. Never a secret. */
  readonly sentence: string;
  /** What was changed, before and after it. */
  readonly before: object;
  readonly after: object;
  readonly at: Date;
}

/** Writes an operator's act in the transaction of the deed; the chain links it within seconds. */
export function recordAct(tx: Tx, act: OperatorAct): Promise<void> {
  return insertAct(tx, act);
}
