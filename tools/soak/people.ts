import { setTimeout as sleep } from 'node:timers/promises';
import { clientOf, newPerson, type Person } from '../../e2e/src/client.ts';
import { DEMO_MADE_WITHIN_MS } from '../../e2e/src/product.ts';

/** A person whose browser is open: the token changes while it is. */
export interface SignedIn {
  token: string;
  refreshToken: string;
}

export async function signUp(url: string, person: Person = newPerson()): Promise<SignedIn> {
  const terms = { acceptTerms: true, tokenTransport: 'body' } as const;
  const { accessToken, refreshToken = '' } = await clientOf(url).send('register', { ...person, ...terms });
  return { token: accessToken, refreshToken };
}

/** As browsers do before a token runs out. */
export async function renew(url: string, people: readonly SignedIn[]): Promise<void> {
  for (const person of people) {
    const given = await clientOf(url).send('refresh-token', { refreshToken: person.refreshToken });
    person.token = given.accessToken;
    person.refreshToken = given.refreshToken ?? '';
  }
}

/** A first start makes the demo's past by using the product, which takes a whole core for a minute. */
export async function untilDemoIsMade(url: string): Promise<void> {
  const signIn = { email: 'demo@example.com', password: 'correct-horse-battery', tokenTransport: 'body' } as const;
  const { accessToken } = await clientOf(url).send('login', signIn);
  const demo = clientOf(url, accessToken);
  const deadline = performance.now() + DEMO_MADE_WITHIN_MS;
  for (let isSeen = false; performance.now() < deadline; await sleep(1_000)) {
    const { demoHistory } = await demo.send('home', {});
    if (demoHistory) isSeen = true;
    else if (isSeen) return;
  }
  throw new Error('the past of the demo has not been made');
}
