import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AllCalls, SentInputOf } from '@trickdesk/contract';
import { type SandboxStore, startPaymentsSandbox } from '@trickdesk/providers/payments/sandbox';
import { type Answer, openTestApi, type Person, type TestApi } from '../../../testing/test-api.ts';

/** The api on a port, beside a payment sandbox that tells it of payments over the wire. */
export interface Shop {
  readonly api: TestApi;
  readonly url: string;
  readonly sandboxUrl: string;
  readonly planId: (slug: string) => Promise<number>;
  readonly buy: (
    person: Person,
    slug: string,
    more?: Partial<PurchaseInput>,
  ) => Promise<Answer<'buyplan' | 'tradeactivation'>>;
  /** Goes to the pay page as a browser does. @returns the sandbox's last page */
  readonly pay: (payUrl: string, choice: 'succeed' | 'fail' | 'pend') => Promise<string>;
  /** The gateway's page, opened; what is chosen on it comes later. */
  readonly openPage: (payUrl: string) => Promise<{ readonly choose: (choice: string) => Promise<string> }>;
  readonly untilPaid: (person: Person, paymentId: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

type PurchaseInput = SentInputOf<AllCalls['buyplan']>;

let keys = 0;

export async function openShop(environment: Readonly<Record<string, string>> = {}): Promise<Shop> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startPaymentsSandbox({ store: createMemory(), port: 0, webhookUrl: url });
  const api = await openTestApi({ PAYMENTS_SANDBOX_URL: sandbox.url, PUBLIC_URL: url, ...environment });
  await api.server.listen({ port, host: '127.0.0.1' });
  const planId = async (slug: string): Promise<number> => {
    const row = await api.database.db.kysely
      .selectFrom('plan')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow();
    return row.id;
  };
  return {
    ...{ api, url, planId, sandboxUrl: sandbox.url },
    buy: async ({ accessToken }, slug, more = {}) => {
      keys += 1;
      const input = { planId: await planId(slug), payWith: 'gateway', idempotencyKey: `buy-${keys}`, ...more } as const;
      return api.send(slug.startsWith('trade') ? 'tradeactivation' : 'buyplan', input, { token: accessToken });
    },
    pay: (payUrl, choice) => goAndPay(url, payUrl, choice),
    openPage: (payUrl) => openPage(url, payUrl),
    untilPaid: async ({ accessToken: token }, paymentId) => {
      for (let tries = 0; tries < 200; tries += 1) {
        const { data } = await api.send('paymentstatus', { paymentId }, { token });
        if (data.state === 'paid') return;
        await sleep(25);
      }
      throw new Error(`payment ${paymentId} was not paid`);
    },
    close: async () => {
      await sandbox.close();
      await api.close();
    },
  };
}

async function goAndPay(url: string, payUrl: string, choice: string): Promise<string> {
  return (await openPage(url, payUrl)).choose(choice);
}

async function openPage(url: string, payUrl: string) {
  const page = await (await fetch(`${url}${payUrl}`)).text();
  const form = formOf(page);
  const choosing = await fetch(form.action, { method: 'POST', body: form.fields });
  const choose = async (choice: string): Promise<string> => {
    const chosen = await fetch(`${choosing.url}/${choice}`, { method: 'POST' });
    return chosen.text();
  };
  return { choose };
}

/** The first form that is posted, as a browser would send it. */
export function formOf(page: string): { readonly action: string; readonly fields: URLSearchParams } {
  const action = /<form method="post" action="([^"]+)">/.exec(page)?.[1];
  if (action === undefined) throw new Error(`a page without a form: ${page.slice(0, 500)}`);
  const fields = new URLSearchParams();
  for (const [, name = '', value = ''] of page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)) {
    fields.append(name, value.replaceAll('&amp;', '&').replaceAll('&quot;', '"'));
  }
  return { action: action.replaceAll('&amp;', '&'), fields };
}

export function createMemory(): SandboxStore {
  const documents = new Map<string, { readonly kind: string; readonly json: string }>();
  return {
    loadDocuments: async (kind) => [...documents.values()].filter((one) => one.kind === kind).map(({ json }) => json),
    saveDocument: async (kind, key, json) => void documents.set(`${kind} ${key}`, { kind, json }),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('no port'));
      });
    });
  });
}
