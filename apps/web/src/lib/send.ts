import type { CallFailure } from './call-failure.ts';
import { watchLeaving } from './page-leaving.ts';
import { type Locks, locksOfThisTabOnly } from './refresh.ts';
import { markInCookies } from './renewal-mark.ts';
import { createSender } from './sender.ts';
import { createSessionStore } from './session-store.ts';

/** What the app does about failures; it is set once, when the app starts, because toasts and routes are not lib's. */
export interface FailureHandlers {
  readonly onSignedOut: () => void;
  readonly onFailure: (failure: CallFailure) => void;
}

let handlers: FailureHandlers = {
  onSignedOut: () => console.warn('signed out before the app was ready to say so'),
  onFailure: (failure) => console.warn('a call failed before the app was ready to say so', failure),
};

export function handleFailures(given: FailureHandlers): void {
  handlers = given;
}

/** The browser's own locks queue the tabs; they exist in secure contexts and on localhost. */
const browserLocks: Locks =
  'locks' in navigator
    ? { request: async (name, act) => await navigator.locks.request(name, act) }
    : locksOfThisTabOnly;

export const session = createSessionStore(localStorage);

/**
 * Makes a call of the contract by its wire name.
 *
 * @throws CallFailure for every refusal, a lost connection and an ended session
 */
export const { send, fetchSignedIn } = createSender({
  fetch: (url, init) => fetch(url, init),
  session,
  locks: browserLocks,
  mark: markInCookies(() => document),
  isLeaving: watchLeaving(window),
  clientToken: () => document.querySelector<HTMLMetaElement>('meta[name=client-token]')?.content ?? '',
  onSignedOut: () => handlers.onSignedOut(),
  onFailure: (failure) => handlers.onFailure(failure),
});

export type { SendOptions } from './sender.ts';
