import { KYC_DOUBTS } from '@trickdesk/domain';
import { z } from 'zod';
import { call } from './call.ts';
import { pagingInput, pagingOutput, zFilledText, zId, zMoment, zSort } from './fields.ts';
import { DOCUMENT_KINDS } from './kyc.ts';
import { may, zCasePerson } from './operations.ts';

/** The calls of operators about who people are and whose bank accounts are. */

export const KYC_CASE_KINDS = ['identity', 'bank'] as const;
export type KycCaseKind = (typeof KYC_CASE_KINDS)[number];

/** Where a name is known from: the product's account, what its owner said, the documents, the bank's form, the bank. */
export const NAME_SOURCES = ['account', 'said', 'aadhaar', 'pan', 'holder', 'bank'] as const;
const zNameSource = z.enum(NAME_SOURCES);

const zKycCase = z.strictObject({
  caseKind: z.enum(KYC_CASE_KINDS),
  caseId: zId,
  /** What a decision rests on: one on facts that have changed meanwhile is refused. */
  facts: z.string(),
  person: zCasePerson,
  status: z.enum(['pending', 'verified', 'rejected']),
  since: zMoment,
  doubts: z.array(z.enum(KYC_DOUBTS)),
  names: z.array(z.strictObject({ source: zNameSource, name: z.string() })),
  /** How alike two of the names are, 0 to 100: from 85 the same person, below 60 another one. */
  scores: z.array(z.strictObject({ one: zNameSource, other: zNameSource, score: z.int() })),
  birthdays: z.array(z.strictObject({ source: zNameSource, date: z.iso.date() })),
  panMasked: z.string().optional(),
  aadhaarMasked: z.string().optional(),
  accountMasked: z.string().optional(),
  ifsc: z.string().optional(),
  bankName: z.string().optional(),
  documents: z.array(z.strictObject({ kind: z.enum(DOCUMENT_KINDS), reference: z.string() })),
  /** What the account says for good once the identity is verified. */
  becomes: z.strictObject({ fullName: z.string(), dateOfBirth: z.iso.date().optional() }).optional(),
  decidedAt: zMoment.optional(),
  /** Why it was rejected. */
  reason: z.string().optional(),
  /** Whether the caller may decide on it: it waits, and is not their own. */
  mayDecide: z.boolean(),
});
export type KycCase = z.output<typeof zKycCase>;

export const opskyccases = call('opskyccases', {
  needs: may('read', 'Kyc'),
  summary: 'Identities and bank accounts that a machine could not confirm: those that wait, or what was decided.',
  input: z.strictObject({
    ...pagingInput(),
    state: z.enum(['waiting', 'verified', 'rejected', 'all']).default('waiting'),
    caseKind: z.enum(KYC_CASE_KINDS).optional(),
    sort: zSort('time', 'name').default('time'),
  }),
  output: z.strictObject({ case_list: z.array(zKycCase), ...pagingOutput }),
});

export const opsdecidekyc = call('opsdecidekyc', {
  needs: may('decide', 'Kyc'),
  summary:
    'Verifies or rejects an identity or a bank account of somebody else. A rejected identity can be verified anew; the reason is for its owner.',
  input: z
    .strictObject({
      caseKind: z.enum(KYC_CASE_KINDS),
      caseId: zId,
      facts: z.string().min(1).max(64),
      verdict: z.enum(['verified', 'rejected']),
      reason: zFilledText(200).optional(),
    })
    .refine(({ verdict, reason }) => verdict === 'verified' || reason !== undefined, {
      path: ['reason'],
      message: 'Say why, for the person who reads it.',
    }),
  output: z.strictObject({ case: zKycCase }),
  refusals: ['NOT_FOUND', 'CASE_DECIDED', 'OWN_CASE'],
});

export const kycCaseCalls = { opskyccases, opsdecidekyc };
