import type pg from 'pg';
import { type Client, newPerson, type Person, registered } from './client.ts';
import type { Product } from './product.ts';

/** An operator: of the demo, whose password everybody knows, or made by `appointOperator`. */
export const OPERATOR = { email: 'operator@example.com', password: 'correct-horse-battery' };

/** Makes the same operator where there is no demo. */
export async function appointOperator(product: Product): Promise<void> {
  await registered(product.url, { ...newPerson(), fullName: 'Operator', ...OPERATOR });
  await product.appointOperator(OPERATOR.email);
}

/** Verifies a person and sets their bank account, by the sandbox's fixed values. @param pan nobody else's */
export async function verifyPerson(client: Client, { fullName, password }: Person, pan: string): Promise<void> {
  const { response } = await client.send('sendAdharOTP', { aadhaarNumber: '999941057058', consent: true });
  await client.send('validateAdharOTP', { requestId: response.requestId, otp: '123456' });
  await client.send('verifyPan', { pan, name: fullName, dateOfBirth: '1990-05-04' });
  const accountNumber = '123456780000';
  const bank = { accountNumber, confirmAccountNumber: accountNumber, ifsc: 'HDFC0001234', holderName: fullName };
  await client.send('updatebankdetails', { ...bank, password });
}

/** Money in Rewards, as if something had earned it. */
export async function oweReward(database: pg.Pool, email: string, paise: number): Promise<void> {
  await database.query(
    `WITH person AS (SELECT id FROM account WHERE email = $1),
      made AS (INSERT INTO ledger_account (owner_id, name) SELECT id, 'rewards' FROM person
        UNION ALL SELECT NULL, 'revenue' ON CONFLICT DO NOTHING)
    SELECT 1`,
    [email],
  );
  await database.query(
    `WITH transfer AS (
      INSERT INTO ledger_transfer (cause, cause_id, idempotency_key, sentence, at)
      VALUES ('reward', '0', 'journey:' || $1, 'A reward.', now()) RETURNING id)
    INSERT INTO ledger_posting (transfer_id, ledger_account_id, amount_paise)
    SELECT transfer.id, a.id, CASE WHEN a.owner_id IS NULL THEN -$2::bigint ELSE $2::bigint END
    FROM transfer, ledger_account a LEFT JOIN account p ON p.id = a.owner_id
    WHERE (a.owner_id IS NULL AND a.name = 'revenue') OR (p.email = $1 AND a.name = 'rewards')`,
    [email, paise],
  );
}
