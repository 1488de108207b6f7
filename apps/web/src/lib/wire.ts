import type { AllCalls, CallAccess, CallName, OutputOf, SentInputOf } from '@trickdesk/contract';

/** What a call is sent with; fields that have a default may be left out. */
export type InputOfCall<Name extends CallName> = SentInputOf<AllCalls[Name]>;
/** What it answers: the envelope's `data`. */
export type OutputOfCall<Name extends CallName> = OutputOf<AllCalls[Name]>;

interface WirePlace {
  readonly path?: string;
  readonly access?: CallAccess;
  /** Fields that travel in the path, as `{field}`. */
  readonly inPath?: readonly string[];
  /** Fields that travel in the URL's query. */
  readonly inQuery?: readonly string[];
}

/**
 * The calls that are not a plain `POST /userapi/<name>` (an operator's: `/adminapi/<name>`) with everything in the body. Only the contract's types are
 * imported here, so that no schema is loaded before the first page; `wire.test.ts` compares this with the contract.
 */
export const SPECIAL_PLACES: Partial<Record<CallName, WirePlace>> = {
  register: { path: '/jwt/register', access: 'client_token' },
  login: { path: '/jwt/login', access: 'client_token' },
  'refresh-token': { path: '/jwt/refresh-token', access: 'open' },
  logout: { path: '/jwt/logout', access: 'open' },
  'forgot-password': { path: '/jwt/forgot-password', access: 'client_token' },
  'reset-password': { path: '/jwt/reset-password', access: 'client_token' },
  gettopten: { path: '/userapi/gettopten/{thirtyDay}/{test}', inPath: ['thirtyDay', 'test'] },
  'my-openposition': { inQuery: ['type', 'page', 'brokerId', 'status'] },
};

/** The header that carries the fixed client token. */
export const CLIENT_TOKEN_HEADER = 'token';
/** The cookie by which a browser's pages know that one of them asks for a new token. */
export const RENEWING_COOKIE = 'renewing';

export interface WireRequest {
  readonly url: string;
  readonly body: string;
  readonly access: CallAccess;
}

/** Their names begin so, and no others do. */
const isOperatorCall = (name: CallName): boolean => name.startsWith('ops');

/** Lays an input out on the wire: path, query and body. */
export function toWire(name: CallName, input: unknown): WireRequest {
  const place: WirePlace = SPECIAL_PLACES[name] ?? {};
  const body: Record<string, unknown> = {};
  const query = new URLSearchParams();
  let url = place.path ?? `/${isOperatorCall(name) ? 'adminapi' : 'userapi'}/${name}`;
  for (const [field, value] of Object.entries(input ?? {})) {
    if (value === undefined) continue;
    if (place.inPath?.includes(field)) url = url.replace(`{${field}}`, encodeURIComponent(String(value)));
    else if (place.inQuery?.includes(field)) query.set(field, String(value));
    else body[field] = value;
  }
  const search = query.toString();
  return {
    url: search === '' ? url : `${url}?${search}`,
    body: JSON.stringify(body),
    access: place.access ?? 'signed_in',
  };
}
