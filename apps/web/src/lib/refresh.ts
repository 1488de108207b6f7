import type { CallFailure } from './call-failure.ts';
import type { RenewalMark } from './renewal-mark.ts';
import type { SessionStore } from './session-store.ts';

export const REFRESH_LOCK = 'trickdesk-refresh';

const LOOK_AGAIN_MS = 50;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The part of `navigator.locks` that is used: one holder of a name at a time, over all tabs of the browser. */
export interface Locks {
  readonly request: <Value>(name: string, act: () => Promise<Value>) => Promise<Value>;
}

export type RefreshOutcome =
  | { readonly kind: 'token'; readonly token: string }
  /** The server ended the session, here or in another tab. */
  | { readonly kind: 'signed_out' }
  /** No clear answer: the session may still stand, so nobody is signed out for it. */
  | { readonly kind: 'unclear'; readonly failure: CallFailure };

export type RenewedSession = { readonly kind: 'renewed'; readonly accessToken: string };

/** What asking the server for a new token comes to. */
export type Renewal = Exclude<RefreshOutcome, { readonly kind: 'token' }> | RenewedSession;

interface Parts {
  readonly session: SessionStore;
  readonly locks: Locks;
  readonly mark: RenewalMark;
  /** Whether this page is about to end: what it asked for would be answered to nobody. */
  readonly isLeaving: () => boolean;
  /** Asks the server for a new token and stores it. */
  readonly renew: () => Promise<Renewal>;
}

/**
 * One refresh for many calls that were refused at once. In this tab they share one promise. Between tabs the lock
 * queues them, and the token is read again inside it: a tab that waited finds the new token and asks for none, since
 * the second use of a refresh token would end every session of its family. For the same reason a tab waits for what
 * another has stored and its own view of the storage does not show yet, and for what a page that was left meanwhile had
 * asked for: its lock went with it, its request did not. A page that is being left begins none and gives its turn to the
 * next.
 *
 * @returns a function of the token that was refused, which answers what to go on with
 */
export function createRefresher({
  session,
  locks,
  mark,
  isLeaving,
  renew,
}: Parts): (refused: string | undefined) => Promise<RefreshOutcome> {
  let running: Promise<RefreshOutcome> | undefined;

  /** @returns nothing where the page is being left */
  async function refreshHolding(refused: string | undefined): Promise<RefreshOutcome | undefined> {
    while (session.token() === refused && mark.isSettled(refused)) await pause(LOOK_AGAIN_MS);
    const known = knownFrom(session.token(), refused);
    if (known !== undefined) return known;
    while (mark.isRenewing()) await pause(LOOK_AGAIN_MS);
    if (isLeaving()) return undefined;
    mark.begin();
    const outcome = await renew();
    if (outcome.kind === 'unclear') return outcome;
    mark.settle(refused);
    return outcome.kind === 'renewed' ? { kind: 'token', token: outcome.accessToken } : outcome;
  }

  async function refreshInLock(refused: string | undefined): Promise<RefreshOutcome> {
    for (;;) {
      const outcome = await locks.request(REFRESH_LOCK, () => refreshHolding(refused));
      if (outcome !== undefined) return outcome;
      while (isLeaving()) await pause(LOOK_AGAIN_MS);
    }
  }

  return (refused) => {
    const stored = session.token();
    if (running === undefined && stored !== undefined && stored !== refused) {
      return Promise.resolve({ kind: 'token', token: stored });
    }
    running ??= refreshInLock(refused).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** What storage says by itself: another page has the new token there, or has ended the session. */
function knownFrom(stored: string | undefined, refused: string | undefined): RefreshOutcome | undefined {
  if (stored === refused) return undefined;
  return stored === undefined ? { kind: 'signed_out' } : { kind: 'token', token: stored };
}

/** For a page that is not in a secure context, where browsers offer no locks: the tab is alone with itself. */
export const locksOfThisTabOnly: Locks = { request: (_name, act) => act() };
