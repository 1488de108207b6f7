import { DOCUMENT_KINDS, type KycCase } from '@trickdesk/contract';
import { maskedEnd } from '@trickdesk/domain';
import { bankFacts, becomingOf, identityFacts } from './case-facts.ts';
import { type CaseFacts, caseFault, type SourcedName, scoresOf } from './case-rules.ts';
import type { BankCaseRow, IdentityRow } from './case-store.ts';

const named = (source: SourcedName['source'], name: string | null): SourcedName[] =>
  name === null ? [] : [{ source, name }];
const born = (source: SourcedName['source'], date: string | null) => (date === null ? [] : [{ source, date }]);
interface Rowlike {
  readonly account_id: number;
  readonly full_name: string;
  readonly email: string;
  readonly kyc_verified_at: Date | null;
  readonly decided_at: Date | null;
  readonly rejected_because: string | null;
}

function shared(row: Rowlike, facts: CaseFacts, operatorId: number) {
  return {
    facts: facts.digest,
    person: {
      ...{ userId: row.account_id, fullName: row.full_name, email: row.email },
      kycVerified: row.kyc_verified_at !== null,
    },
    status: facts.status === 'open' ? ('pending' as const) : facts.status,
    ...(row.decided_at === null ? {} : { decidedAt: row.decided_at.toISOString() }),
    ...(row.rejected_because === null ? {} : { reason: row.rejected_because }),
    mayDecide: caseFault(facts, { operatorId, readDigest: facts.digest }) === undefined,
  };
}

const isDocumentKind = (kind: string): kind is (typeof DOCUMENT_KINDS)[number] =>
  DOCUMENT_KINDS.some((known) => known === kind);

export function identityToWire(row: IdentityRow, operatorId: number): KycCase {
  const names = [
    ...named('account', row.full_name),
    ...named('said', row.said_name),
    ...named('aadhaar', row.aadhaar_name),
    ...named('pan', row.pan_name),
  ];
  const { fullName, dateOfBirth } = becomingOf(row);
  const times = [row.pan_at, row.aadhaar_at, row.decided_at].flatMap((at) => (at === null ? [] : [at.getTime()]));
  return {
    ...{ caseKind: 'identity', caseId: row.account_id, ...shared(row, identityFacts(row), operatorId) },
    ...{ since: new Date(Math.max(0, ...times)).toISOString(), doubts: row.doubts, names },
    scores: scoresOf(names, ['pan']),
    birthdays: [
      ...born('account', row.date_of_birth),
      ...born('said', row.said_birthday),
      ...born('aadhaar', row.aadhaar_birthday),
    ],
    ...(row.pan_masked === null ? {} : { panMasked: row.pan_masked }),
    ...(row.aadhaar_last4 === null ? {} : { aadhaarMasked: maskedEnd(row.aadhaar_last4) }),
    documents: row.documents.map(({ kind, reference }) => ({ kind: isDocumentKind(kind) ? kind : 'other', reference })),
    ...(row.status === 'pending' ? { becomes: { fullName, ...(dateOfBirth === null ? {} : { dateOfBirth }) } } : {}),
  };
}

export function bankCaseToWire(row: BankCaseRow, operatorId: number): KycCase {
  const names = [
    ...named('account', row.full_name),
    ...named('pan', row.pan_name),
    ...named('holder', row.holder_name),
    ...named('bank', row.name_at_bank),
  ];
  return {
    ...{ caseKind: 'bank', caseId: row.id, ...shared(row, bankFacts(row), operatorId) },
    ...{ since: row.set_at.toISOString(), doubts: [], names, scores: scoresOf(names, ['bank']), birthdays: [] },
    ...{ accountMasked: row.number_masked, ifsc: row.ifsc, bankName: row.bank_name, documents: [] },
  };
}
