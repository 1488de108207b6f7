import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { type Posting, postTransfer, type Transfer } from '../ledger/index.ts';
import { readBalancesBefore } from './store.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

let made = 0;
const somebody = (): Promise<Person> => api.signUp(`owed${++made}`);
async function move(
  transfer: Pick<Transfer, 'cause' | 'sentence'>,
  { postings, at }: { readonly postings: readonly Posting[]; readonly at: string },
): Promise<void> {
  const facts = { causeId: '1', idempotencyKey: `wallet-${++made}` };
  await api.database.db.transaction((tx) => postTransfer(tx, { ...transfer, ...facts, postings }, new Date(at)));
}

/** ₹1,180 refunded, ₹150 of reward less ₹7.50 of tax, ₹400 asked for by the bank; three days of India, at their edges. */
async function ownerOfMoney(): Promise<Person> {
  const person = await somebody();
  const { userId: ownerId } = person;
  await move(
    { cause: 'reversal', sentence: 'Refund of the yearly plan.' },
    {
      at: '2026-01-04T18:30:00Z',
      postings: [
        { account: { ownerId: null, name: 'revenue' }, amountPaise: -1_000_00n },
        { account: { ownerId: null, name: 'gst_payable' }, amountPaise: -180_00n },
        { account: { ownerId, name: 'main' }, amountPaise: 1_180_00n },
      ],
    },
  );
  await move(
    { cause: 'reward', sentence: 'Asha bought a plan.' },
    {
      at: '2026-01-05T18:29:59Z',
      postings: [
        { account: { ownerId: null, name: 'revenue' }, amountPaise: -150_00n },
        { account: { ownerId: null, name: 'tds_payable' }, amountPaise: 7_50n },
        { account: { ownerId, name: 'rewards' }, amountPaise: 142_50n },
      ],
    },
  );
  await move(
    { cause: 'withdrawal', sentence: 'Withdrawal to 100 % of my bank.' },
    {
      at: '2026-01-05T18:30:00Z',
      postings: [
        { account: { ownerId, name: 'main' }, amountPaise: -400_00n },
        { account: { ownerId, name: 'main_held' }, amountPaise: 400_00n },
      ],
    },
  );
  return person;
}

const as = (person: Person) => ({ token: person.accessToken });

describe('mywallet', () => {
  test('says what is free and what is held in both wallets; a newcomer has nothing in them', async () => {
    const newcomer = await somebody();
    const nothing = { balancePaise: 0, heldPaise: 0, withdrawablePaise: 0 };
    expect((await api.send('mywallet', {}, as(newcomer))).data.wallets).toEqual([
      { wallet_id: 1, name: 'Main', ...nothing },
      { wallet_id: 2, name: 'Rewards', ...nothing },
    ]);
    const owner = await ownerOfMoney();
    expect((await api.send('mywallet', {}, as(owner))).data.wallets).toEqual([
      { wallet_id: 1, name: 'Main', balancePaise: 780_00, heldPaise: 400_00, withdrawablePaise: 780_00 },
      { wallet_id: 2, name: 'Rewards', balancePaise: 142_50, heldPaise: 0, withdrawablePaise: 142_50 },
    ]);
    const header = await api.send('headerdata', {}, as(owner));
    expect(header.data.walletBalancePaise).toBe(922_50);
  });

  test('is for people who are signed in', async () => {
    expect(await api.send('mywallet', {})).toMatchObject({ code: 'TOKEN_MISSING' });
    expect(await api.send('mywallethistory', {})).toMatchObject({ code: 'TOKEN_MISSING' });
  });
});

describe('walletstatementpdf', () => {
  const days = { from_date: '2026-01-05', to_date: '2026-01-06' };
  test('is the statement of its caller’s wallets as a file', async () => {
    const owner = await ownerOfMoney();
    const { data } = await api.send('walletstatementpdf', days, as(owner));
    expect(data.fileName).toBe('wallet-2026-01-05-2026-01-06.pdf');
    expect(Buffer.from(data.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('begins with what was free before its first day, however the days lie', async () => {
    const { userId } = await ownerOfMoney();
    const before = (at: string) => readBalancesBefore(api.database.db.kysely, userId, new Date(at));
    expect(await before('2026-01-04T18:30:00Z')).toEqual(new Map());
    expect(await before('2026-01-05T18:30:00Z')).toEqual(
      new Map([
        ['main', 1_180_00n],
        ['rewards', 142_50n],
      ]),
    );
    expect((await before('2026-01-07T00:00:00Z')).get('main')).toBe(780_00n);
  });

  test('asks for days that follow each other, and for fewer where they hold too much', async () => {
    const owner = await ownerOfMoney();
    const turned = { from_date: '2026-01-06', to_date: '2026-01-05' };
    expect((await api.send('walletstatementpdf', turned, as(owner))).status).toBe(422);
    expect((await api.send('walletstatementpdf', days)).code).toBe('TOKEN_MISSING');
    const { userId: ownerId } = owner;
    for (let count = 0; count < 1_000; count += 1) {
      const postings: Posting[] = [
        { account: { ownerId: null, name: 'revenue' }, amountPaise: -1n },
        { account: { ownerId, name: 'main' }, amountPaise: 1n },
      ];
      await move({ cause: 'reversal', sentence: 'One paisa.' }, { postings, at: '2026-01-06T10:00:00Z' });
    }
    expect((await api.send('walletstatementpdf', days, as(owner))).code).toBe('STATEMENT_TOO_LONG');
    // A day without any of them is still a paper.
    const empty = { from_date: '2026-01-07', to_date: '2026-01-08' };
    expect((await api.send('walletstatementpdf', empty, as(owner))).status).toBe(200);
  }, 60_000);
});

describe('mywallethistory', () => {
  test('is the statement with the running balance of each wallet, newest first', async () => {
    const owner = await ownerOfMoney();
    const { data } = await api.send('mywallethistory', {}, as(owner));
    expect(data).toMatchObject({ total: 3, pageNumber: 1, pageSize: 12, creditPaise: 1_322_50, debitPaise: 400_00 });
    expect(data.wallet_transaction_list).toEqual([
      expect.objectContaining({
        ...{ wallet_id: 1, cause: 'withdrawal', type: 'D', amountPaise: 400_00, balancePaise: 780_00 },
        ...{ sentence: 'Withdrawal to 100 % of my bank.', at: '2026-01-05T18:30:00.000Z' },
      }),
      expect.objectContaining({
        ...{ wallet_id: 2, cause: 'reward', type: 'C', amountPaise: 142_50, balancePaise: 142_50 },
      }),
      expect.objectContaining({
        ...{ wallet_id: 1, cause: 'reversal', type: 'C', amountPaise: 1_180_00, balancePaise: 1_180_00 },
      }),
    ]);
  });

  const sentences = async (owner: Person, input: Parameters<typeof api.send<'mywallethistory'>>[1]) => {
    const { data } = await api.send('mywallethistory', input, as(owner));
    expect(data.total).toBe(data.wallet_transaction_list.length);
    return data.wallet_transaction_list.map(({ sentence }) => sentence.split(' ')[0]);
  };

  test('is narrowed by side, wallet, words and days of India', async () => {
    const owner = await ownerOfMoney();
    expect(await sentences(owner, { type: 'C' })).toEqual(['Asha', 'Refund']);
    expect(await sentences(owner, { type: 'D' })).toEqual(['Withdrawal']);
    expect(await sentences(owner, { wallet_id: 1 })).toEqual(['Withdrawal', 'Refund']);
    expect(await sentences(owner, { wallet_id: 2, type: 'D' })).toEqual([]);
    // A sign of a pattern is a sign here.
    expect(await sentences(owner, { Search: '100 %' })).toEqual(['Withdrawal']);
    expect(await sentences(owner, { Search: '1_0' })).toEqual([]);
    expect(await sentences(owner, { from_date: '2026-01-05', to_date: '2026-01-05' })).toEqual(['Asha', 'Refund']);
    expect(await sentences(owner, { from_date: '2026-01-06' })).toEqual(['Withdrawal']);
    expect(await sentences(owner, { sort: 'time' })).toEqual(['Refund', 'Asha', 'Withdrawal']);
  });

  test('comes in pages that share no entry, and its sums are over all of them', async () => {
    const owner = await ownerOfMoney();
    const seen: number[] = [];
    for (const pageNumber of [1, 2, 3, 4]) {
      const { data } = await api.send('mywallethistory', { pageNumber, pageSize: 1 }, as(owner));
      expect(data).toMatchObject({ total: 3, creditPaise: 1_322_50 });
      seen.push(...data.wallet_transaction_list.map((entry) => entry.transaction_id));
    }
    expect(new Set(seen).size).toBe(3);
  });

  test('shows nobody what is another’s', async () => {
    await ownerOfMoney();
    const other = await somebody();
    const { data } = await api.send('mywallethistory', {}, as(other));
    expect(data).toMatchObject({ wallet_transaction_list: [], total: 0, creditPaise: 0, debitPaise: 0 });
  });
});
