import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSmartApi } from '@trickdesk/brokers/smartapi';
import { type AllCalls, allCalls, type CallName, type OutputOf, type SentInputOf } from '@trickdesk/contract';
import { createFakeClock, type FakeClock, type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import type { LightMyRequestResponse } from 'fastify';
import { type Api, buildApi } from '../compose/api.ts';
import type { BrokerFoundation } from '../compose/broker-access.ts';
import { setOperatorRole } from '../features/accounts/index.ts';
import { randomIds } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { createSecrets } from '../platform/secrets.ts';
import { readSettings, type Settings } from '../platform/settings.ts';

/** The whole api on a database of its own, asked without a port. */
export interface TestApi extends Api {
  readonly database: TestDatabase;
  readonly foundation: BrokerFoundation;
  readonly clock: FakeClock;
  /** What was logged, a line each. */
  readonly logged: string[];
  readonly send: Send;
  /** Registers a person of whom only the name matters. */
  readonly signUp: (username: string) => Promise<Person>;
  readonly close: () => Promise<void>;
}

export interface Person {
  readonly userId: number;
  readonly username: string;
  readonly password: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

interface Sent {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}

/** An answer as the wire carries it; `data` is typed by the contract. */
export interface Answer<Name extends CallName> {
  readonly http: LightMyRequestResponse;
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string;
  readonly data: OutputOf<AllCalls[Name]>;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

export type Send = <Name extends CallName>(
  name: Name,
  input: SentInputOf<AllCalls[Name]>,
  sent?: Sent,
) => Promise<Answer<Name>>;

export const PASSWORD = 'a pony in the rain 7';
const NO_LIMITS = { CALLS_PER_MINUTE: '0', REGISTRATIONS_PER_HOUR: '0' };

export async function openTestApi(
  environment: Readonly<Record<string, string>> = {},
  parts: Partial<BrokerFoundation> & { readonly settings?: Settings } = {},
): Promise<TestApi> {
  const database = await withTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-api-'));
  const clock = createFakeClock(Date.UTC(2026, 0, 5, 4, 0));
  const logged: string[] = [];
  const foundation: BrokerFoundation = {
    settings: readSettings({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...NO_LIMITS, ...environment }),
    log: createLog('debug', (line) => logged.push(line)),
    clock,
    ids: randomIds,
    database: database.db,
    secrets: createSecrets([{ id: 'test', bytes: Buffer.alloc(32, 7) }]),
    // Nothing listens there: a test of a broker brings its own.
    smartApi: createSmartApi({ baseUrl: 'http://127.0.0.1:9', timeoutMs: 500, maxQueueWaitMs: 0 }),
    ...parts,
  };
  const api = await buildApi(foundation);
  const send = sendTo(api);
  return {
    ...api,
    database,
    foundation,
    clock,
    logged,
    send,
    signUp: (username) => signUp(send, username),
    close: async () => {
      await api.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function sendTo({ server }: Api): Send {
  return async (name, input, sent = {}) => {
    const call = allCalls[name];
    const http = await server.inject({
      method: 'POST',
      ...layOut(call, input as Readonly<Record<string, unknown>>),
      remoteAddress: sent.address ?? '127.0.0.1',
      headers: {
        host: 'localhost:8080',
        'content-type': 'application/json',
        token: 'web',
        ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
        ...sent.headers,
      },
    });
    const body = http.json();
    const { message, code, data, errors = [] } = body;
    return { http, status: http.statusCode, code, message, data, errors };
  };
}

/** Path, query and body of an input, as a client lays them out. */
export function layOut(call: (typeof allCalls)[CallName], input: Readonly<Record<string, unknown>>) {
  const { path = [], query = [] } = call.places;
  let url = call.path;
  const search = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(input)) {
    if (path.includes(field)) url = url.replace(`{${field}}`, encodeURIComponent(String(value)));
    else if (query.includes(field)) search.set(field, String(value));
    else body[field] = value;
  }
  return { url: search.size === 0 ? url : `${url}?${search}`, payload: JSON.stringify(body) };
}

let people = 0;

async function signUp(send: Send, username: string): Promise<Person> {
  people += 1;
  const { data, message } = await send('register', {
    fullName: 'Asha Rao',
    email: `${username}@mail.test`,
    username,
    mobile: `9${String(people).padStart(9, '0')}`,
    password: PASSWORD,
    acceptTerms: true,
    tokenTransport: 'body',
  });
  if (!data?.refreshToken) throw new Error(`${username} could not register: ${message}`);
  const { userData, accessToken, refreshToken } = data;
  return { userId: userData.userId, username, password: PASSWORD, accessToken, refreshToken };
}

/** Somebody who decides on other people's cases, signed in anew: what one may do is written into the token. */
export async function signUpOperator(
  api: TestApi,
  username: string,
  role: 'operator' | 'approver' = 'operator',
): Promise<Person> {
  const person = await api.signUp(username);
  await setOperatorRole(api.foundation, { name: username, role });
  return signInAgain(api, person);
}

let logins = 0;

/** With a token of its own: tokens last for a quarter of an hour. */
export async function signInAgain(api: TestApi, person: Person): Promise<Person> {
  const { username: email, password } = person;
  logins += 1;
  // From an address of its own: nobody else's failed tries slow it down.
  const address = `10.1.${logins >> 8}.${logins & 255}`;
  const { data } = await api.send('login', { email, password, tokenTransport: 'body' }, { address });
  return { ...person, accessToken: data.accessToken, refreshToken: data.refreshToken ?? '' };
}
