import type { AbilityRule, UserData } from '@trickdesk/contract';
import type { OperatorSubject } from '@trickdesk/domain';
import { isRecord } from './call-failure.ts';
import { type KeyValueStore, readKept } from './kept.ts';

export const ACCESS_TOKEN_KEY = 'accessToken';
export const USER_DATA_KEY = 'userData';

/** Without an `ability` in the stored user data only this is allowed. */
export const SIGNED_OUT_ABILITY: readonly AbilityRule[] = [{ action: 'read', subject: 'Auth' }];

/** Who is signed in on this device. The refresh token is not here: it is in a cookie that no script can read. */
export interface SessionStore {
  readonly token: () => string | undefined;
  readonly user: () => UserData | undefined;
  readonly ability: () => readonly AbilityRule[];
  readonly keep: (session: { readonly accessToken: string; readonly userData: UserData }) => void;
  readonly clear: () => void;
}

/** A session kept in `storage` (local storage: every tab of the browser shares it). */
export function createSessionStore(storage: KeyValueStore): SessionStore {
  const user = (): UserData | undefined => {
    const kept = readKept(storage, USER_DATA_KEY);
    return isUserData(kept) ? kept : undefined;
  };
  return {
    token: () => storage.getItem(ACCESS_TOKEN_KEY) ?? undefined,
    user,
    ability: () => user()?.ability ?? SIGNED_OUT_ABILITY,
    keep: (session) => {
      storage.setItem(USER_DATA_KEY, JSON.stringify(session.userData));
      storage.setItem(ACCESS_TOKEN_KEY, session.accessToken);
    },
    clear: () => {
      storage.removeItem(ACCESS_TOKEN_KEY);
      storage.removeItem(USER_DATA_KEY);
    },
  };
}

export function isUserData(value: unknown): value is UserData {
  return (
    isRecord(value) &&
    typeof value['userId'] === 'number' &&
    typeof value['fullName'] === 'string' &&
    typeof value['username'] === 'string' &&
    typeof value['email'] === 'string' &&
    (value['ability'] === undefined || Array.isArray(value['ability']))
  );
}

/** Whether rules allow something; `manage` is every action. The server decides, this only shows what makes sense. */
export function allows(rules: readonly AbilityRule[], action: 'read' | 'decide', subject: OperatorSubject): boolean {
  return rules.some((rule) => rule.subject === subject && (rule.action === action || rule.action === 'manage'));
}
