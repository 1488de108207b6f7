import { z } from 'zod';
import { type Endpoint, PATHS } from './endpoints.ts';

export interface WireCall {
  readonly endpoint: Endpoint;
  /** One more segment of the path, as it is before it is encoded. */
  readonly pathEnd?: string;
  readonly clientCode: string;
  readonly apiKey: string;
  readonly accessToken: string | undefined;
  /** Sent as JSON by POST; `undefined` means GET. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** Only a call that changes nothing may be sent again. */
  readonly repeatable: boolean;
  /** Called right before each time that it leaves. */
  readonly onLeave?: (() => void) | undefined;
  readonly user: string;
  /** Cut out of every text of the broker's before it leaves the adapter. */
  readonly secrets: readonly string[];
}

/** Who asks, as the broker's documentation wants to be told with each request. */
export interface ClientIdentity {
  readonly localIp: string;
  /** The address that is registered at the broker: orders from another one are refused. */
  readonly publicIp: string;
  readonly macAddress: string;
}

export const NOBODY: ClientIdentity = { localIp: '127.0.0.1', publicIp: '127.0.0.1', macAddress: '00:00:00:00:00:00' };

export interface ExchangeParts {
  readonly baseUrl: string;
  readonly identity?: ClientIdentity;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
}

/** What HTTP gave. `no_connection`: there was none, so nothing was sent; after the other two the call may have arrived. */
export type HttpAnswer =
  | { readonly kind: 'answered'; readonly httpStatus: number; readonly text: string }
  | { readonly kind: 'failed'; readonly cause: 'timeout' | 'network' | 'no_connection' };

/** One request and its whole answer. Never throws and never repeats. */
export async function exchange(parts: ExchangeParts, call: WireCall): Promise<HttpAnswer> {
  try {
    const response = await parts.fetch(`${parts.baseUrl}${pathOf(call)}`, {
      method: call.body === undefined ? 'GET' : 'POST',
      headers: headersOf(call, parts.identity ?? NOBODY),
      // Following a redirect would carry the API key to wherever it points.
      redirect: 'manual',
      signal: AbortSignal.timeout(parts.timeoutMs),
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    });
    return { kind: 'answered', httpStatus: response.status, text: await response.text() };
  } catch (error) {
    return { kind: 'failed', cause: failureOf(error) };
  }
}

function pathOf({ endpoint, pathEnd }: WireCall): string {
  return pathEnd === undefined ? PATHS[endpoint] : `${PATHS[endpoint]}/${encodeURIComponent(pathEnd)}`;
}

/** The client-identity headers are mandatory by the documentation. */
function headersOf(call: WireCall, { localIp, publicIp, macAddress }: ClientIdentity): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'X-UserType': 'USER',
    'X-SourceID': 'WEB',
    'X-ClientLocalIP': localIp,
    'X-ClientPublicIP': publicIp,
    'X-MACAddress': macAddress,
    'X-PrivateKey': call.apiKey,
    ...(call.accessToken === undefined ? {} : { Authorization: `Bearer ${call.accessToken}` }),
  };
}

const zAbort = z.object({ name: z.enum(['TimeoutError', 'AbortError']) });

/** Steps before the first byte: looking the name up, and connecting. The same codes later on mean another thing. */
const zUnconnected = z.object({ syscall: z.enum(['connect', 'getaddrinfo']) });
const zConnectTimeout = z.object({ code: z.literal('UND_ERR_CONNECT_TIMEOUT') });
/** One failure for each address of the host that was tried. */
const zUnconnectedAnywhere = z.object({ errors: z.array(zUnconnected).min(1) });
const zNotConnected = z.object({ cause: z.union([zUnconnected, zConnectTimeout, zUnconnectedAnywhere]) });

/** Only the kind of the error is used: its text may repeat what was sent. */
function failureOf(error: unknown): 'timeout' | 'network' | 'no_connection' {
  if (zNotConnected.safeParse(error).success) return 'no_connection';
  return causeOf(error);
}

export function causeOf(error: unknown): 'timeout' | 'network' {
  return zAbort.safeParse(error).success ? 'timeout' : 'network';
}
