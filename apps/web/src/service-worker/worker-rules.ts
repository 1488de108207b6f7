/** What the worker decides, apart from a browser. */

/** Pages of the server's own: without it they are not there, and the app has nothing to say in their place. */
const SERVER_PATHS =
  /^\/(userapi|adminapi|jwt|healthz|readyz|metrics|openapi\.json|docs|dev|pay|payments|sandbox|webhooks)(\/|$)/;
/** Files whose name has their content's hash: what was had once is right for ever. */
const HASHED = /^\/app\//;
/** Files of the shell that keep their name. */
const NAMED =
  /^\/(assets\/locales\/[a-z.-]+\.json|early\.js|loading\.css|favicon\.svg|manifest\.webmanifest|icons\/.+)$/;

/**
 * What is done about a request. `page`: asked of the server, and where that cannot be reached the kept shell. `hashed`:
 * the kept one, else asked and kept. `named`: asked and kept, else the kept one. `leave`: none of the worker's business,
 * as is every call.
 */
export type Plan = 'page' | 'hashed' | 'named' | 'leave';

export function planFor(request: {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
  readonly origin: string;
}): Plan {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== request.origin || SERVER_PATHS.test(pathname)) return 'leave';
  if (request.mode === 'navigate') return 'page';
  if (HASHED.test(pathname)) return 'hashed';
  return NAMED.test(pathname) ? 'named' : 'leave';
}

export const COPY_TAG_NAME = 'offline-copy';

/**
 * The page as it is kept: it says so itself, and says nothing of how far a demo was when it was kept.
 *
 * @param keptAt ISO 8601
 */
export function pageToKeep(text: string, keptAt: string): string {
  return text
    .replace(/<meta name="demo-progress"[^>]*>/, '')
    .replace('<head>', `<head><meta name="${COPY_TAG_NAME}" content="${keptAt}" />`);
}

export interface ShownPush {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly link: string;
}

/** What the server sent; something that cannot be read is shown in no words of ours, but shown: browsers insist on it. */
export function readPush(text: string | undefined): ShownPush {
  const fallback = { title: 'Trickdesk', body: '', tag: 'alert', link: '/alerts' };
  try {
    const sent: unknown = JSON.parse(text ?? '');
    if (typeof sent !== 'object' || sent === null) return fallback;
    const textOf = (name: keyof ShownPush): string => {
      const value: unknown = Reflect.get(sent, name);
      return typeof value === 'string' ? value : fallback[name];
    };
    return { title: textOf('title'), body: textOf('body'), tag: textOf('tag'), link: ownPath(textOf('link')) };
  } catch {
    return fallback;
  }
}

/** A page of the product, or its alerts: a message never leads elsewhere. */
export function ownPath(link: string): string {
  return /^\/(?![/\\])/.test(link) ? link : '/alerts';
}
