import { type AllCalls, allCalls, type CallName, type OutputOf, type SentInputOf } from '@trickdesk/contract';

/** A person who uses the product through its calls, as the browser does. */
export interface Client {
  /** @throws CallRefused for everything but a 200 */
  readonly send: <Name extends CallName>(
    name: Name,
    input: SentInputOf<AllCalls[Name]>,
  ) => Promise<OutputOf<AllCalls[Name]>>;
  readonly token: () => string;
}

interface Envelope {
  readonly data?: unknown;
  readonly code?: string;
  readonly message?: string;
}

/** An answer other than 200, with the code of the contract. */
export class CallRefused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(name: string, status: number, body: Envelope) {
    super(`${name} answered ${status} ${body.code}: ${body.message}`);
    this.status = status;
    this.code = body.code ?? '';
  }
}

export interface Person {
  readonly fullName: string;
  readonly username: string;
  readonly email: string;
  readonly mobile: string;
  readonly password: string;
}

let made = 0;

/** Nobody has registered these before in this run. */
export function newPerson(): Person {
  made += 1;
  const username = `asha${made}${Date.now().toString(36)}`;
  return {
    fullName: 'Asha Rao',
    username,
    email: `${username}@example.com`,
    mobile: '9876543210',
    password: 'paper first, then live',
  };
}

/** Registers a new person and signs in. */
export async function registered(url: string, person: Person = newPerson()): Promise<Client> {
  const client = clientOf(url);
  const { accessToken } = await client.send('register', { ...person, acceptTerms: true, tokenTransport: 'body' });
  return clientOf(url, accessToken);
}

/** @param token of a person who is signed in; without it only calls for visitors succeed */
export function clientOf(url: string, token = ''): Client {
  return {
    token: () => token,
    send: async (name, input) => {
      const call = allCalls[name];
      const { address, body } = toRequest(call, input);
      const reply = await fetch(`${url}${address}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(call.access === 'client_token' ? { token: 'web' } : {}),
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });
      const answer: Envelope = JSON.parse(await reply.text());
      if (reply.status !== 200) throw new CallRefused(name, reply.status, answer);
      // Checked against the schema of the contract that types it.
      return call.output.parse(answer.data) as OutputOf<AllCalls[typeof name]>;
    },
  };
}

/** What the browser sends: the contract says what of the input stands in the address. */
export function toRequest(call: AllCalls[CallName], input: object): { address: string; body: object } {
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    if (call.places.query?.includes(name)) query.set(name, String(value));
    else body[name] = value;
  }
  return { address: query.size > 0 ? `${call.path}?${query}` : call.path, body };
}
