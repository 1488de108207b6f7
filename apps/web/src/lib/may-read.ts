import type { AbilityRule } from '@trickdesk/contract';
import type { OperatorSubject } from '@trickdesk/domain';
import { session } from './send.ts';

/** Whether rules allow something; `manage` is every action. The server decides, this only shows what makes sense. */
export function allows(rules: readonly AbilityRule[], action: 'read' | 'decide', subject: OperatorSubject): boolean {
  return rules.some((rule) => rule.subject === subject && (rule.action === action || rule.action === 'manage'));
}

export const mayRead = (subject: OperatorSubject): boolean => allows(session.ability(), 'read', subject);
export const mayDecide = (subject: OperatorSubject): boolean => allows(session.ability(), 'decide', subject);
