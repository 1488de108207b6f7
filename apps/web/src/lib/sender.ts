import type { CallName } from '@trickdesk/contract';
import { CallFailure, isRecord, readFailure } from './call-failure.ts';
import { createRefresher, type Locks, type Renewal, type RenewedSession } from './refresh.ts';
import type { RenewalMark } from './renewal-mark.ts';
import { asTold } from './server-texts.ts';
import { isUserData, type SessionStore } from './session-store.ts';
import { CLIENT_TOKEN_HEADER, type InputOfCall, type OutputOfCall, toWire } from './wire.ts';

const REFRESH_CODES = new Set(['TOKEN_MISSING', 'TOKEN_EXPIRED']);

export interface SendOptions {
  /** The caller shows the failure itself (a form at its fields); nothing is toasted. */
  readonly quiet?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** What the server says to a call that succeeded, where its own words are to be shown. */
  readonly onMessage?: ((message: string) => void) | undefined;
}

export type Send = <Name extends CallName>(
  name: Name,
  input: InputOfCall<Name>,
  options?: SendOptions,
) => Promise<OutputOfCall<Name>>;

export interface Sender {
  readonly send: Send;
  /** `fetch` with the bearer token, which goes through the same single refresh; for the event stream. */
  readonly fetchSignedIn: (url: string, init: RequestInit) => Promise<Response>;
}

interface Parts {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly session: SessionStore;
  readonly locks: Locks;
  readonly mark: RenewalMark;
  readonly isLeaving: () => boolean;
  /** Fixed, and the server's to say: it stands in the page. */
  readonly clientToken: () => string;
  /** Called once for each ended session. */
  readonly onSignedOut: () => void;
  /** Called for every other failure that its caller did not ask to handle. */
  readonly onFailure: (failure: CallFailure) => void;
}

/** The client of every call: envelope, bearer token, one refresh for all who were refused, and their replay. */
export function createSender(parts: Parts): Sender {
  const { session } = parts;
  const refresh = createRefresher({
    session,
    locks: parts.locks,
    mark: parts.mark,
    isLeaving: parts.isLeaving,
    renew: () => renewSession(request, session),
  });
  /** The token of the session that was last reported as ended, so that twenty refused calls toast once. */
  let reported: string | undefined | null = null;

  async function request(url: string, init: RequestInit): Promise<Response> {
    try {
      return await parts.fetch(url, init);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new CallFailure({ code: 'NO_CONNECTION', status: 0, message: '', cause: error });
    }
  }

  function signedOut(refused: string | undefined): CallFailure {
    if (reported !== refused) parts.onSignedOut();
    reported = refused;
    return new CallFailure({ code: 'SIGNED_OUT', status: 401, message: '' });
  }

  const withToken = (init: RequestInit, token: string | undefined): RequestInit => {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    return { ...init, headers };
  };

  async function fetchSignedIn(url: string, init: RequestInit): Promise<Response> {
    const token = session.token();
    const response = await request(url, withToken(init, token));
    if (response.status !== 401 || !(await asksForRefresh(response))) {
      if (token !== reported) reported = null;
      return response;
    }
    const outcome = await refresh(token);
    if (outcome.kind === 'unclear') throw outcome.failure;
    if (outcome.kind === 'signed_out') throw signedOut(token);
    const replay = await request(url, withToken(init, outcome.token));
    if (replay.status !== 401 || !(await asksForRefresh(replay))) return replay;
    session.clear();
    throw signedOut(token);
  }

  const send: Send = async (name, input, options = {}) => {
    try {
      const { url, body, access } = toWire(name, input);
      const headers = new Headers({ 'content-type': 'application/json' });
      if (access === 'client_token') headers.set(CLIENT_TOKEN_HEADER, parts.clientToken());
      const init: RequestInit = {
        method: 'POST',
        body,
        headers,
        ...(options.signal ? { signal: options.signal } : {}),
      };
      const response = await (access === 'signed_in' ? fetchSignedIn(url, init) : request(url, init));
      const answer = await readBody(response);
      if (!response.ok) throw readFailure(response.status, answer);
      tellMessage(answer, options);
      // The validated edge: the server checks its answers against the same contract that types this one.
      return dataOf(answer, response.status) as OutputOfCall<typeof name>;
    } catch (error) {
      if (error instanceof CallFailure && !options.quiet && !error.is('SIGNED_OUT')) parts.onFailure(error);
      throw error;
    }
  };

  return { send, fetchSignedIn };
}

function tellMessage(answer: unknown, { onMessage }: SendOptions): void {
  if (isRecord(answer) && typeof answer['message'] === 'string') onMessage?.(answer['message']);
}

/** Asks for a new token with the cookie that the browser keeps, and stores it. */
async function renewSession(request: Parts['fetch'], session: SessionStore): Promise<Renewal> {
  const { url, body } = toWire('refresh-token', {});
  try {
    // Its cookie must arrive also where the page is left meanwhile: the old one would end the session.
    const init = { method: 'POST', body, keepalive: true, headers: { 'content-type': 'application/json' } };
    const response = await request(url, init);
    const answer = await readBody(response);
    if (response.ok) return keepRenewed(session, dataOf(answer, response.status), response.status);
    if (response.status !== 401) throw readFailure(response.status, answer);
  } catch (error) {
    if (error instanceof CallFailure) return { kind: 'unclear', failure: error };
    throw error;
  }
  session.clear();
  return { kind: 'signed_out' };
}

function keepRenewed(session: SessionStore, data: unknown, status: number): RenewedSession {
  if (!isRecord(data) || typeof data['accessToken'] !== 'string' || !isUserData(data['userData'])) {
    throw new CallFailure({ code: 'BAD_ANSWER', status, message: '' });
  }
  session.keep({ accessToken: data['accessToken'], userData: data['userData'] });
  return { kind: 'renewed', accessToken: data['accessToken'] };
}

async function asksForRefresh(response: Response): Promise<boolean> {
  const body = await readBody(response.clone());
  return isRecord(body) && typeof body['code'] === 'string' && REFRESH_CODES.has(body['code']);
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return asTold(JSON.parse(text));
  } catch (error) {
    return { notJson: error };
  }
}

function dataOf(answer: unknown, status: number): unknown {
  if (isRecord(answer) && answer['status'] === true && 'data' in answer) return answer['data'];
  throw new CallFailure({ code: 'BAD_ANSWER', status, message: '' });
}
