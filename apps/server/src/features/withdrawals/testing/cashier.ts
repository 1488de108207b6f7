import { createRazorpayX, type PayoutAsked, type PayoutGateway } from '@trickdesk/providers/payments';
import { SANDBOX_KEYS } from '@trickdesk/providers/payments/sandbox';
import { type Person, signInAgain, signUpOperator, type TestApi } from '../../../testing/test-api.ts';
import { createKnownPeople } from '../../kyc/testing/known-people.ts';
import { postTransfer } from '../../ledger/index.ts';
import { sendPayouts } from '../send-payouts.ts';

export type Cashier = ReturnType<typeof createCashier>;

/** People with money, operators, and what sends money: through the calls, as in a browser. */
export function createCashier(api: TestApi, sandboxUrl?: string) {
  const known = createKnownPeople(api);
  const db = api.database.db;
  let keys = 0;
  const freshKey = (): string => `withdrawal-key-${++keys}`;
  const as = ({ accessToken }: Person) => ({ token: accessToken });
  /** What the platform owes somebody from now on. */
  const give = async ({ userId: ownerId }: Person, amountPaise: bigint, name: 'main' | 'rewards' = 'rewards') => {
    const transfer = { cause: 'reward', causeId: '1', idempotencyKey: freshKey(), sentence: 'A reward.' } as const;
    const postings = [
      { account: { ownerId, name }, amountPaise },
      { account: { ownerId: null, name: 'revenue' } as const, amountPaise: -amountPaise },
    ];
    await db.transaction((tx) => postTransfer(tx, { ...transfer, postings }, new Date(api.clock.now())));
  };
  const payouts =
    sandboxUrl === undefined
      ? createScriptedPayouts()
      : { ...createRazorpayX({ ...SANDBOX_KEYS, baseUrl: sandboxUrl, timeoutMs: 500 }), sent: [] };
  return {
    ...{ known, give, as, freshKey, payouts },
    signInAgain: (person: Person) => signInAgain(api, person),
    /** Verified, with a bank account and money in Rewards. */
    rich: async (amountPaise = 50_000_00n): Promise<Person> => {
      const person = await known.verified();
      await known.setBank(person);
      await give(person, amountPaise);
      return person;
    },
    operator: (username: string, role: 'operator' | 'approver' = 'operator') => signUpOperator(api, username, role),
    withdraw: (person: Person, amountPaise: number, more: Readonly<Record<string, unknown>> = {}) =>
      api.send(
        'withdrawalPayment',
        { amountPaise, wallet_id: 2, password: person.password, idempotencyKey: freshKey(), ...more },
        as(person),
      ),
    approve: (operator: Person, withdrawalId: number) =>
      api.send('opsapprovewithdrawal', { withdrawalId, password: operator.password }, as(operator)),
    reject: (operator: Person, withdrawalId: number, reason = 'The name does not fit.') =>
      api.send('opsrejectwithdrawal', { withdrawalId, reason, password: operator.password }, as(operator)),
    clear: (operator: Person, withdrawalId: number, reason: string) =>
      api.send('opsclearwithdrawal', { withdrawalId, reason, password: operator.password }, as(operator)),
    send: () => sendPayouts({ ...api.foundation, payouts }),
    walletOf: async (person: Person) => (await api.send('mywallet', {}, as(person))).data.wallets[1],
    listOf: async (person: Person) =>
      (await api.send('mywallethistoryTransferBank', {}, as(person))).data.withdrawal_list,
  };
}

type Told = Parameters<PayoutGateway['send']>[0];

export interface ScriptedPayouts extends PayoutGateway {
  /** Every payout that was asked for, whatever the answer was. */
  readonly sent: Told[];
  /** What is answered next, in this order; afterwards everything is taken on. */
  readonly script: PayoutAsked[];
  /** What is found of a reference; nothing where it is not named. */
  readonly found: Map<string, PayoutAsked>;
}

/** A payout service that answers as a test says. */
export function createScriptedPayouts(): ScriptedPayouts {
  const sent: Told[] = [];
  const script: PayoutAsked[] = [];
  const found = new Map<string, PayoutAsked>();
  return {
    ...{ sent, script, found },
    send: async (payout) => {
      sent.push(payout);
      const taken = { kind: 'accepted', payoutId: 'pout_1', state: 'under_way', utr: undefined, reason: undefined };
      return script.shift() ?? (taken as PayoutAsked);
    },
    find: async (reference) => found.get(reference) ?? { kind: 'missing' },
  };
}
