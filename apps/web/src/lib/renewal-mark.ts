import { RENEWING_COOKIE } from './wire.ts';

/** The cookie by which a browser's pages know which token was renewed, before their storage shows them the new one. */
const RENEWED_COOKIE = 'renewed';
const RENEWING_LASTS_S = 3;
/** Storage that shows nothing for so long is not waited for any more. */
const RENEWED_LASTS_S = 15;

/**
 * What pages tell one another about a new token. All of them see a cookie at once, which storage does not promise: on a
 * busy machine another process of the browser sees seconds later what was stored.
 */
export interface RenewalMark {
  /** Whether a request for a new token is under way. It outlives its page; the answer ends it, or some seconds do. */
  readonly isRenewing: () => boolean;
  readonly begin: () => void;
  /**
   * Whether the session of this token has been renewed or ended by another page, whatever storage still shows. Never so
   * where there was none: storage could not show that anything had changed.
   */
  readonly isSettled: (refused: string | undefined) => boolean;
  readonly settle: (refused: string | undefined) => void;
}

/** @param page whose cookies hold the marks: the `document`, asked for when there is one */
export function markInCookies(page: () => { cookie: string }): RenewalMark {
  const has = (cookie: string): boolean =>
    page()
      .cookie.split('; ')
      .some((each) => each.startsWith(cookie));
  const put = (name: string, value: string, seconds: number): void => {
    page().cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=strict`;
  };
  return {
    isRenewing: () => has(`${RENEWING_COOKIE}=`),
    begin: () => put(RENEWING_COOKIE, '1', RENEWING_LASTS_S),
    isSettled: (refused) => refused !== undefined && has(`${RENEWED_COOKIE}=${shortOf(refused)}.`),
    settle: (refused) => {
      if (refused !== undefined) put(RENEWED_COOKIE, `${shortOf(refused)}.`, RENEWED_LASTS_S);
    },
  };
}

/** Tells two tokens apart and gives nothing of them away: 32 bits of a sum over their letters. */
function shortOf(token: string): string {
  let sum = 0;
  for (const letter of token) sum = (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0;
  return sum.toString(36);
}
