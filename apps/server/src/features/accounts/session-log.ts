import type { Tx } from '@trickdesk/db';
import type { RequestOrigin } from '../../platform/caller.ts';
import { recordActivity } from '../activity/index.ts';
import { notify } from '../notifications/index.ts';

/** Whose session it is, from where the request came, and when by the wall clock. */
interface SessionDeed {
  readonly accountId: number;
  readonly origin: Pick<RequestOrigin, 'device' | 'address'>;
  readonly at: Date;
}

export function logSignIn(tx: Tx, deed: SessionDeed): Promise<void> {
  return recordActivity(tx, { ...deed, kind: 'sign_in', sentence: 'Signed in.' });
}

export function logSignOut(tx: Tx, deed: SessionDeed): Promise<void> {
  return recordActivity(tx, { ...deed, kind: 'sign_in', sentence: 'Signed out.' });
}

/** Somebody else may hold the token: its owner is told, with where it was used for the second time. */
export async function logReuse(
  tx: Tx,
  { familyId, ...deed }: SessionDeed & { readonly familyId: string },
): Promise<void> {
  const sentence = 'A sign-in was used in two places, so its sessions were ended.';
  await recordActivity(tx, { ...deed, kind: 'security', sentence });
  await notify(tx, {
    accountId: deed.accountId,
    category: 'security',
    dedupeKey: `refresh-token-reused:${familyId}`,
    title: 'A session was ended for your safety',
    body: `${sentence} If you do not know why, look at the log for sign-ins that are not yours.`,
    link: '/logs',
    severity: 'urgent',
  });
}
