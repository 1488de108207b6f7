import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../testing/test-api.ts';
import { createKnownPeople, type KnownPeople } from './testing/known-people.ts';

let api: TestApi;
let people: KnownPeople;
beforeAll(async () => {
  api = await openTestApi();
  people = createKnownPeople(api);
});
afterAll(() => api.close());

describe('a bank account', () => {
  test('is confirmed by the bank, kept sealed, shown masked, and told of', async () => {
    const person = await people.verified();
    const answer = await people.setBank(person, { ifsc: 'hdfc0001234' });
    expect([answer.status, answer.message]).toEqual([200, 'Settings successfully set']);
    const bank = {
      status: 'verified',
      accountMasked: '••••0000',
      ifsc: 'HDFC0001234',
      bankName: 'Sandbox Bank',
      holderName: 'Asha Rao',
      changedAt: new Date(api.clock.now()).toISOString(),
    };
    expect(answer.data.bank).toEqual(bank);
    expect((await people.profileOf(person)).bank).toEqual(bank);
    expect((await people.alertsOf(person)).map(({ title }) => title)).toContain('Your bank account was changed');
  });

  test('is set by its owner, signed in, alone', async () => {
    const number = { accountNumber: '123456780000', confirmAccountNumber: '123456780000' };
    const input = { ...number, ifsc: 'HDFC0001234', holderName: 'Asha Rao', password: 'a pony in the rain 7' };
    expect((await api.send('updatebankdetails', input)).code).toBe('TOKEN_MISSING');
  });

  test('that is replaced stays for the withdrawals under way', async () => {
    const person = await people.verified();
    await people.setBank(person);
    await people.setBank(person, { accountNumber: '987654320000' });
    const { rows } = await sql<{ masked: string; past: boolean; id: number; sealed: Buffer }>`SELECT id,
        number_masked AS masked, number_sealed AS sealed, replaced_at IS NOT NULL AS past
      FROM bank_account WHERE account_id = ${person.userId} ORDER BY id`.execute(api.database.db.kysely);
    expect(rows.map(({ past }) => past)).toEqual([true, false]);
    const numbers = rows.map(({ id, sealed }) => api.foundation.secrets.open(sealed, `bank_account:${id}`));
    expect(numbers).toEqual(['123456780000', '987654320000']);
  });

  test.each([
    ['with another password', { password: 'not this one 1' }, 401, 'WRONG_PASSWORD', 'password'],
    ['in another name', { accountNumber: '123450001' }, 422, 'BANK_ACCOUNT_REFUSED', 'holderName'],
    ['in a name that is not the PAN’s', { holderName: 'Ravi Iyer' }, 422, 'BANK_ACCOUNT_REFUSED', 'holderName'],
    ['that is blocked', { accountNumber: '123450002' }, 422, 'BANK_ACCOUNT_REFUSED', 'accountNumber'],
    ['that the bank does not know', { accountNumber: '123459999' }, 422, 'BANK_ACCOUNT_REFUSED', 'accountNumber'],
    ['typed in two ways', { confirmAccountNumber: '1' }, 422, 'INVALID_INPUT', 'confirmAccountNumber'],
    ['of a branch that is none', { ifsc: 'HDFC1001234' }, 422, 'INVALID_INPUT', 'ifsc'],
  ])('%s is refused at its field, and nothing is changed', async (_, changes, status, code, path) => {
    const person = await people.verified();
    const answer = await people.setBank(person, changes);
    expect([answer.status, answer.code, answer.errors[0]?.path]).toEqual([status, code, path]);
    expect((await people.profileOf(person)).bank).toEqual({ status: 'none' });
  });

  test('whose name is nearly the same is looked at first', async () => {
    const person = await people.somebody();
    await people.verifyPan(person, { name: 'Asha Ramesh Rao' });
    expect((await people.setBank(person)).data.bank.status).toBe('pending');
  });

  test('needs a PAN, and is asked about five times in an hour at most', async () => {
    const person = await people.somebody();
    expect((await people.setBank(person)).code).toBe('PAN_NOT_VERIFIED');
    await people.verifyPan(person);
    for (let i = 0; i < 5; i += 1) await people.setBank(person, { accountNumber: '123450002' });
    expect((await people.setBank(person)).code).toBe('TOO_MANY_REQUESTS');
  });
});
