import type { OperatorSubject } from '@trickdesk/domain';
import { session } from './send.ts';
import { allows } from './session-store.ts';

export const mayRead = (subject: OperatorSubject): boolean => allows(session.ability(), 'read', subject);
export const mayDecide = (subject: OperatorSubject): boolean => allows(session.ability(), 'decide', subject);
