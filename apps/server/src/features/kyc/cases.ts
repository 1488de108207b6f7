import type { KycCase } from '@trickdesk/contract';
import type { Database, Queryable, Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import type { Clock } from '../../platform/clock.ts';
import { recordKycVerified } from '../accounts/index.ts';
import { recordActivity } from '../activity/index.ts';
import { type OperatorAct, recordAct } from '../audit/index.ts';
import { notify } from '../notifications/index.ts';
import { bankFacts, becomingOf, identityFacts } from './case-facts.ts';
import { type CaseKey, caseFault } from './case-rules.ts';
import * as store from './case-store.ts';
import { bankCaseToWire, identityToWire } from './case-wire.ts';
import type { Who } from './parts.ts';
import { tell } from './settle.ts';

interface CaseParts {
  readonly database: Database;
  readonly clock: Clock;
}

export interface CaseDecision extends CaseKey {
  /** Of what the operator has read. */
  readonly readDigest: string;
  /** Present for a no: its owner reads it. */
  readonly reason: string | undefined;
}

export type KycCases = ReturnType<typeof createKycCases>;

/** Who people are and whose their bank accounts are, where a machine could not say: a person does. */
export function createKycCases(parts: CaseParts) {
  const db = parts.database.kysely;
  return {
    list: async (operatorId: number, filter: store.CaseFilter, page: store.CasePage) => {
      const [keys, total] = await Promise.all([store.listCaseKeys(db, filter, page), store.countCases(db, filter)]);
      return { cases: await readCases(db, keys, operatorId), total };
    },
    /** @throws Refusal `NOT_FOUND`, `CASE_DECIDED`, `OWN_CASE` */
    decide: async (operator: Who, decision: CaseDecision): Promise<KycCase> => {
      await decideCase(parts, operator, decision);
      const [found] = await readCases(db, [decision], operator.accountId);
      if (!found) throw new Refusal('NOT_FOUND');
      return found;
    },
  };
}

async function readCases(db: Queryable, keys: readonly CaseKey[], operatorId: number): Promise<KycCase[]> {
  const idsOf = (kind: CaseKey['kind']) => keys.filter((key) => key.kind === kind).map(({ id }) => id);
  const [identities, banks] = await Promise.all([
    store.listIdentities(db, idsOf('identity')),
    store.listBanks(db, idsOf('bank')),
  ]);
  const cases = [
    ...identities.map((row) => identityToWire(row, operatorId)),
    ...banks.map((row) => bankCaseToWire(row, operatorId)),
  ];
  return keys.flatMap(({ kind, id }) => cases.filter((one) => one.caseKind === kind && one.caseId === id));
}

/** Lock, deed and its record, in one transaction: of two operators at once the second finds it decided. */
function decideCase({ database, clock }: CaseParts, operator: Who, decision: CaseDecision): Promise<void> {
  const at = new Date(clock.now());
  return database.transaction(async (tx) => {
    const deciding = { operator, decision, at };
    const act = decision.kind === 'identity' ? await decideIdentity(tx, deciding) : await decideBank(tx, deciding);
    await recordAct(tx, { operator, ...act, subjectId: String(decision.id), at });
  });
}

interface Deciding {
  readonly operator: Who;
  readonly decision: CaseDecision;
  readonly at: Date;
}

type Act = Pick<OperatorAct, 'what' | 'subject' | 'sentence' | 'before' | 'after'>;

async function decideIdentity(tx: Tx, { operator, decision, at }: Deciding): Promise<Act> {
  const row = await store.lockIdentity(tx, decision.id);
  if (!row) throw new Refusal('NOT_FOUND');
  const by = { operatorId: operator.accountId, readDigest: decision.readDigest };
  const fault = caseFault(identityFacts(row), by);
  if (fault) throw new Refusal(fault);
  const { account_id: accountId } = row;
  const { reason } = decision;
  const before = identityBefore(row);
  if (reason === undefined) {
    const becomes = becomingOf(row);
    await store.verifyIdentity(tx, accountId, at);
    await recordKycVerified(tx, { accountId, ...becomes, at });
    await tell(tx, { accountId, status: 'verified', at });
    const sentence = `Verified the identity of account ${accountId} as ${becomes.fullName}.`;
    return { what: 'verify_kyc', subject: 'kyc', sentence, before, after: { status: 'verified', ...becomes } };
  }
  await store.rejectIdentity(tx, accountId, { reason, at });
  await tellRejection(tx, {
    ...{ accountId, at, reason, key: `kyc:rejected:${at.getTime()}`, link: '/profile/kyc' },
    title: 'Your KYC was not accepted',
    body: 'Both steps were taken back, so you can take them again.',
    sentence: 'KYC not accepted',
  });
  const sentence = `Rejected the identity of account ${accountId}: ${reason}`;
  return { what: 'reject_kyc', subject: 'kyc', sentence, before, after: { status: 'rejected', reason } };
}

/** All of it masked: it stays for good. */
function identityBefore(row: store.IdentityRow) {
  return {
    ...{ status: row.status, doubts: row.doubts, documents: row.documents },
    ...{ accountName: row.full_name, saidName: row.said_name, aadhaarName: row.aadhaar_name, panName: row.pan_name },
    ...{ saidBirthday: row.said_birthday ?? row.date_of_birth, aadhaarBirthday: row.aadhaar_birthday },
    ...{ pan: row.pan_masked, aadhaarLast4: row.aadhaar_last4 },
  };
}

async function decideBank(tx: Tx, { operator, decision, at }: Deciding): Promise<Act> {
  const row = await store.lockBank(tx, decision.id);
  if (!row) throw new Refusal('NOT_FOUND');
  const by = { operatorId: operator.accountId, readDigest: decision.readDigest };
  const fault = caseFault(bankFacts(row), by);
  if (fault) throw new Refusal(fault);
  const { account_id: accountId, number_masked: masked } = row;
  const { reason } = decision;
  const status = reason === undefined ? 'verified' : 'rejected';
  await store.decideBank(tx, row.id, { status, reason: reason ?? null, at });
  const before = {
    status: row.status,
    holderName: row.holder_name,
    nameAtBank: row.name_at_bank,
    panName: row.pan_name,
  };
  const after = { status, ...(reason === undefined ? {} : { reason }) };
  if (reason === undefined) {
    await tellBank(tx, { accountId, bankId: row.id, masked, at });
    const sentence = `Verified the bank account ${masked} of account ${accountId}.`;
    return { what: 'verify_bank', subject: 'bank_account', sentence, before, after };
  }
  await tellRejection(tx, {
    ...{ accountId, at, reason, key: `bank-account:${row.id}:rejected`, link: '/profile/bank' },
    title: 'Your bank account was not accepted',
    body: `Nothing is sent to ${masked}. Set another account, or this one in your own name.`,
    sentence: `Bank account ${masked} not accepted`,
  });
  const sentence = `Rejected the bank account ${masked} of account ${accountId}: ${reason}`;
  return { what: 'reject_bank', subject: 'bank_account', sentence, before, after };
}

interface Rejection {
  readonly accountId: number;
  readonly title: string;
  readonly body: string;
  readonly sentence: string;
  readonly reason: string;
  readonly key: string;
  readonly link: string;
  readonly at: Date;
}

async function tellRejection(tx: Tx, rejection: Rejection): Promise<void> {
  const { accountId, title, body, sentence, reason, key: dedupeKey, link, at } = rejection;
  await recordActivity(tx, { accountId, kind: 'security', sentence: `${sentence}: ${reason}`, at });
  await notify(tx, {
    ...{ accountId, category: 'security', dedupeKey, title, body: `${reason} ${body}`, link },
    severity: 'warning',
  });
}

async function tellBank(
  tx: Tx,
  { accountId, bankId, masked, at }: { accountId: number; bankId: number; masked: string; at: Date },
): Promise<void> {
  await recordActivity(tx, { accountId, kind: 'security', sentence: `Bank account ${masked} verified.`, at });
  await notify(tx, {
    ...{ accountId, category: 'security', dedupeKey: `bank-account:${bankId}:verified` },
    title: 'Your bank account is verified',
    body: `Withdrawals go to ${masked}.`,
    link: '/profile/bank',
    severity: 'info',
  });
}
