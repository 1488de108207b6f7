import type { FieldError } from '@trickdesk/contract';
import { maskedEnd } from '@trickdesk/domain';
import type { BankChecked } from '@trickdesk/providers/kyc';
import { Refusal } from '../../http/refusal.ts';
import { recordActivity } from '../activity/index.ts';
import { notify } from '../notifications/index.ts';
import { type KycParts, takeTurn, unavailable, type Who } from './parts.ts';
import { BANK_QUESTIONS, judgeNames } from './rules.ts';
import { nowOf } from './settle.ts';
import * as store from './store.ts';

export interface BankClaim {
  readonly accountNumber: string;
  readonly ifsc: string;
  readonly holderName: string;
  readonly password: string;
  readonly totp?: string | undefined;
}

/**
 * Sets where withdrawals go, once the bank has said whose account it is: the name there must be the one on the PAN.
 *
 * @throws Refusal `WRONG_PASSWORD`, `TOTP_REQUIRED`, `TOTP_WRONG`, `TOO_MANY_TRIES`, `PAN_NOT_VERIFIED`, `BANK_ACCOUNT_REFUSED`, `TOO_MANY_REQUESTS`,
 *   `KYC_UNAVAILABLE`
 */
export async function setBank(parts: KycParts, who: Who, claim: BankClaim): Promise<store.BankRow> {
  const { accounts, database, provider } = parts;
  const { accountId, origin } = who;
  await accounts.assertPassword(accountId, claim.password, origin);
  await accounts.secondFactor.assert(who, claim.totp);
  const kyc = await store.findKyc(database.kysely, accountId);
  const panName = kyc?.pan_name ?? undefined;
  if (panName === undefined) throw new Refusal('PAN_NOT_VERIFIED');
  // tidy: told-in-hindi because tries are counted under it
  const key = ['bank account', String(accountId)] as const;
  await takeTurn(parts, key, BANK_QUESTIONS, 'TOO_MANY_REQUESTS');
  const { accountNumber, ifsc, holderName } = claim;
  const checked = await provider.checkBank({ accountNumber, ifsc, holder: { name: holderName } });
  switch (checked.kind) {
    case 'unavailable':
      await parts.attempts.giveBack(key, BANK_QUESTIONS);
      throw unavailable(parts, 'check a bank account', checked.cause);
    case 'refused':
      throw refused(WHY[checked.reason]);
    case 'exists':
      return keepBank(parts, who, { claim, checked, status: statusOf(checked.nameAtBank, [holderName, panName]) });
  }
}

type BankRefusal = Extract<BankChecked, { kind: 'refused' }>['reason'];

const WHY: Readonly<Record<BankRefusal, FieldError>> = {
  invalid_account: {
    path: 'accountNumber',
    message: 'The bank knows no account with this number. Nothing was changed.',
  },
  invalid_ifsc: { path: 'ifsc', message: 'No branch has this IFSC. Nothing was changed.' },
  blocked: { path: 'accountNumber', message: 'This account is blocked at the bank. Nothing was changed.' },
  not_allowed: {
    path: 'accountNumber',
    message: 'Money cannot be sent to an account of this kind. Nothing was changed.',
  },
};

function refused(field: FieldError): Refusal {
  return new Refusal('BANK_ACCOUNT_REFUSED', { message: field.message, errors: [field] });
}

function statusOf(nameAtBank: string, names: readonly string[]): 'verified' | 'pending' {
  const verdicts = names.map((name) => judgeNames(name, nameAtBank));
  if (verdicts.includes('other')) {
    throw refused({
      path: 'holderName',
      message: 'The bank has this account under another name. It must be yours, as on your PAN. Nothing was changed.',
    });
  }
  return verdicts.includes('doubtful') ? 'pending' : 'verified';
}

interface CheckedBank {
  readonly claim: BankClaim;
  readonly checked: Extract<BankChecked, { kind: 'exists' }>;
  readonly status: 'verified' | 'pending';
}

async function keepBank(parts: KycParts, who: Who, { claim, checked, status }: CheckedBank): Promise<store.BankRow> {
  const { database, clock, secrets, fingerprints } = parts;
  const { accountId, origin } = who;
  const { accountNumber, ifsc, holderName } = claim;
  const { nameAtBank, bankName } = checked;
  const masked = maskedEnd(accountNumber);
  const at = nowOf(clock);
  // tidy: told-in-hindi because a fingerprint is made of it
  const fingerprint = await fingerprints.of(`bank ${ifsc.slice(0, 4)} ${accountNumber}`);
  return database.transaction(async (tx) => {
    const row = await store.replaceBank(tx, {
      ...{ accountId, status, fingerprint, masked, ifsc, bankName, holderName, nameAtBank, at },
      seal: (id) => secrets.seal(accountNumber, `bank_account:${id}`),
    });
    // One that took another's place waits for a day.
    const wait = row.is_changed ? ' from tomorrow on' : '';
    const where = `${masked}${wait}`;
    const sentence = `Bank account ${masked} set for withdrawals.`;
    await recordActivity(tx, { accountId, kind: 'security', sentence, origin, at });
    await notify(tx, {
      accountId,
      category: 'security',
      dedupeKey: `bank-account:${row.id}`,
      title: 'Your bank account was changed',
      body: `Withdrawals go to ${where}. If this was not you, change your password now.`,
      link: '/profile/bank',
      severity: 'warning',
    });
    return row;
  });
}
