import { z } from 'zod';

/** How a service from outside is reached. */
export interface Reach {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch;
}

/** No answer that says anything. What was asked may have been done all the same. */
export interface Unavailable {
  readonly kind: 'unavailable';
  readonly cause: 'timeout' | 'network' | 'overloaded' | 'unreadable_reply';
}

export interface Answered {
  readonly kind: 'answered';
  readonly httpStatus: number;
  readonly body: unknown;
}

export interface Asked {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request in JSON and its whole answer. Never throws, never repeats, and keeps nothing of what was sent. */
export async function ask(reach: Reach, asked: Asked): Promise<Answered | Unavailable> {
  const { path, body, query, headers = {}, method = body === undefined ? 'GET' : 'POST' } = asked;
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  let text: string;
  let httpStatus: number;
  try {
    const response = await (reach.fetch ?? fetch)(`${reach.baseUrl}${path}${search}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...reach.headers,
        ...headers,
      },
      // Following a redirect would carry the keys to wherever it points.
      redirect: 'manual',
      signal: AbortSignal.timeout(reach.timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    httpStatus = response.status;
    text = await response.text();
  } catch (error) {
    // Only the kind of the error is used: its text may repeat what was sent.
    return { kind: 'unavailable', cause: zAbort.safeParse(error).success ? 'timeout' : 'network' };
  }
  if (httpStatus === 429 || httpStatus >= 500) return { kind: 'unavailable', cause: 'overloaded' };
  const read = zJson.safeParse(text);
  return read.success ? { kind: 'answered', httpStatus, body: read.data } : UNREADABLE;
}

export const UNREADABLE: Unavailable = { kind: 'unavailable', cause: 'unreadable_reply' };

const zAbort = z.object({ name: z.enum(['TimeoutError', 'AbortError']) });
const zJson = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'no JSON' });
    return z.NEVER;
  }
});
