import { isAadhaarNumber, isBankAccountNumber, isIfsc, isPersonalPan } from '@trickdesk/domain';
import { z } from 'zod';
import { zAddress, zBank, zGivenPassword, type zKycState } from './accounts.ts';
import { call } from './call.ts';
import { zFilledText, zMoment } from './fields.ts';
import { STEP_UP_REFUSALS, stepUpInput } from './security.ts';

const zConsent = z.literal(true, 'Nothing is asked about you without your consent.');
/** Its length has room for what travels sealed in it: nothing of the number is kept with us. */
const zRequestId = z.string().min(1).max(1_000);
const zPersonName = zFilledText(80);
const zBirthday = z.iso.date('Choose the day on which you were born.');

export const sendAdharOTP = call('sendAdharOTP', {
  summary: 'Has UIDAI send a one-time code to the mobile number that is registered with an Aadhaar number.',
  input: z.strictObject({
    aadhaarNumber: z
      .string()
      .transform((text) => text.replace(/[\s-]/g, ''))
      .refine(isAadhaarNumber, 'This is no Aadhaar number: compare its twelve digits with the card.'),
    consent: zConsent,
  }),
  output: z.strictObject({
    response: z.strictObject({
      requestId: zRequestId,
      expiresAt: zMoment,
      /** No other code is sent before. */
      resendAfterSeconds: z.int().min(0),
    }),
  }),
  refusals: ['KYC_STEP_DONE', 'AADHAAR_OTP_OFF', 'AADHAAR_REFUSED', 'OTP_TOO_SOON', 'OTP_TOO_OFTEN', 'KYC_UNAVAILABLE'],
});

export const validateAdharOTP = call('validateAdharOTP', {
  summary: 'Checks the one-time code; `101` verified, `102` wrong code, `103` expired, `104` too many tries.',
  input: z.strictObject({
    requestId: zRequestId,
    otp: z.string().regex(/^\d{6}$/, 'The code has six digits.'),
  }),
  output: z.strictObject({
    status: z.strictObject({
      statusCode: z.union([z.literal(101), z.literal(102), z.literal(103), z.literal(104)]),
      triesLeft: z.int().min(0),
    }),
  }),
  refusals: ['NOT_FOUND', 'KYC_UNAVAILABLE'],
});

export const startdigilocker = call('startdigilocker', {
  summary: 'Opens a request to share the Aadhaar document from DigiLocker; the person agrees at `url`.',
  input: z.strictObject({ consent: zConsent }),
  output: z.strictObject({ requestId: zRequestId, url: z.string(), expiresAt: zMoment }),
  refusals: ['KYC_STEP_DONE', 'OTP_TOO_OFTEN', 'KYC_UNAVAILABLE'],
});

export const digilockerstatus = call('digilockerstatus', {
  summary: 'How far a request at DigiLocker is; asked about until it has ended.',
  input: z.strictObject({ requestId: zRequestId }),
  output: z.strictObject({ state: z.enum(['waiting', 'verified', 'denied', 'expired']) }),
  refusals: ['NOT_FOUND', 'KYC_UNAVAILABLE'],
});

export const PAN_STATES = ['verified', 'name_mismatch', 'invalid', 'inoperative'] as const;

export const verifyPan = call('verifyPan', {
  summary: 'Has a PAN checked against the name on it. A PAN belongs to one account.',
  input: z.strictObject({
    pan: z
      .string()
      .trim()
      .toUpperCase()
      .refine(isPersonalPan, 'A person’s PAN looks like ABCPE1234F, with a P in its fourth place.'),
    name: zPersonName,
    dateOfBirth: zBirthday,
  }),
  output: z.strictObject({ status: z.enum(PAN_STATES) }),
  refusals: ['KYC_STEP_DONE', 'PAN_IN_USE', 'TOO_MANY_REQUESTS', 'KYC_UNAVAILABLE'],
});

export const DOCUMENT_KINDS = ['pan', 'aadhaar', 'other'] as const;

export const updatekycdetails = call('updatekycdetails', {
  summary:
    'Says what helps where names or birthdays differ: the name on the PAN, the birthday, the address, where documents are to be found.',
  input: z.strictObject({
    panName: zPersonName.optional(),
    dateOfBirth: zBirthday.optional(),
    address: zAddress.optional(),
    /** Such as the number of a ticket with a copy, or an address at DigiLocker; never the document's own number. */
    documents: z
      .array(z.strictObject({ kind: z.enum(DOCUMENT_KINDS), reference: zFilledText(120) }))
      .max(5, 'Name five documents at most.')
      .optional(),
  }),
  output: z.strictObject({ status: z.enum(['pending', 'verified', 'rejected']) }),
  refusals: ['FIELD_VERIFIED'],
});

export const updatebankdetails = call('updatebankdetails', {
  summary:
    'Sets the bank account that withdrawals go to, once the bank has confirmed whose it is. Withdrawals under way keep the one before.',
  input: z
    .strictObject({
      accountNumber: z.string().trim().refine(isBankAccountNumber, 'An account number has 9 to 18 digits.'),
      confirmAccountNumber: z.string().trim(),
      ifsc: z
        .string()
        .trim()
        .toUpperCase()
        .refine(isIfsc, 'An IFSC looks like HDFC0001234, with a zero in its fifth place.'),
      holderName: zPersonName,
      password: zGivenPassword,
      ...stepUpInput,
    })
    .refine(({ accountNumber, confirmAccountNumber }) => accountNumber === confirmAccountNumber, {
      path: ['confirmAccountNumber'],
      message: 'The two account numbers differ.',
    }),
  output: z.strictObject({ bank: zBank }),
  refusals: [
    'WRONG_PASSWORD',
    ...STEP_UP_REFUSALS,
    'PAN_NOT_VERIFIED',
    'BANK_ACCOUNT_REFUSED',
    'TOO_MANY_REQUESTS',
    'KYC_UNAVAILABLE',
  ],
});

export type KycState = z.output<typeof zKycState>;

export const kycCalls = {
  sendAdharOTP,
  validateAdharOTP,
  startdigilocker,
  digilockerstatus,
  verifyPan,
  updatekycdetails,
  updatebankdetails,
};
