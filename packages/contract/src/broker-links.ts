import { z } from 'zod';
import { call } from './call.ts';
import { zId, zMoment, zPaise } from './fields.ts';

export const zBrokerDetails = z.strictObject({
  brokerId: zId,
  broker: z.literal('Angel One'),
  clientCode: z.string(),
  name: z.string(),
  status: z.enum(['linked', 'expired', 'error']),
  statusReason: z.string().optional(),
  lastLoginAt: zMoment,
  tokenExpiresAt: zMoment,
  funds: z.strictObject({ availablePaise: zPaise, usedPaise: zPaise }).optional(),
  /** PIN and secret are stored, with its owner's consent, and Trickdesk signs in each morning. */
  autoSignIn: z.boolean(),
  environment: z.enum(['simulator', 'live']),
});
export type BrokerDetails = z.output<typeof zBrokerDetails>;

export const linkangelone = call('linkangelone', {
  summary: 'Signs in at Angel One and links the account. PIN and code are used once and forgotten.',
  input: z
    .strictObject({
      clientCode: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z][A-Z0-9]{3,15}$/, 'Write the client code as on your Angel One profile, such as A123456.'),
      apiKey: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9-]{6,64}$/, 'Copy the API key from the SmartAPI portal.'),
      pin: z.string().regex(/^\d{4}$/, 'The PIN has four digits.'),
      totp: z
        .string()
        .trim()
        .regex(/^\d{6}$/, 'The code has six digits.')
        .optional(),
      totpSecret: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z2-7]{16,64}$/, 'The secret has letters A to Z and digits 2 to 7.')
        .optional(),
      storeCredentials: z.boolean().default(false),
    })
    .refine((input) => (input.totp === undefined) !== (input.totpSecret === undefined), {
      path: ['totp'],
      message: 'Enter the six-digit code from your authenticator.',
    })
    .refine((input) => input.totpSecret === undefined || input.storeCredentials, {
      path: ['storeCredentials'],
      message: 'A secret is only taken where you agree that it is stored.',
    })
    .refine((input) => !input.storeCredentials || input.totpSecret !== undefined, {
      path: ['totpSecret'],
      message: 'A daily sign-in needs the secret behind the codes.',
    }),
  output: z.strictObject({ broker_angelone_details: zBrokerDetails }),
  refusals: ['BROKER_REFUSED', 'BROKER_LINKED_ELSEWHERE', 'BROKER_UNAVAILABLE', 'BROKER_STORE_OFF', 'TOO_MANY_TRIES'],
});

export const getangelone = call('getangelone', {
  summary: 'The linked broker accounts. `broker_angelone_details` is the newest, absent where there is none.',
  input: z.strictObject({}),
  output: z.strictObject({
    broker_angelone_details: zBrokerDetails.optional(),
    broker_details: z.array(zBrokerDetails),
    /** Whether a daily sign-in can be agreed to here. */
    mayStoreCredentials: z.boolean(),
  }),
});

export const unlinkangelone = call('unlinkangelone', {
  summary: 'Signs out at the broker and forgets the account.',
  input: z.strictObject({ brokerId: zId, password: z.string().min(1).max(128) }),
  output: z.strictObject({ broker_details: z.array(zBrokerDetails) }),
  refusals: ['NOT_FOUND', 'WRONG_PASSWORD', 'TOO_MANY_TRIES', 'BROKER_HAS_LIVE_TRICKS'],
});

export const brokerLinkCalls = { linkangelone, getangelone, unlinkangelone };
