import { z } from 'zod';
import { ask, type Reach, UNREADABLE } from '../ask.ts';
import type { KycProvider, OtpChecked } from './port.ts';
import { indiaDateIn } from './wire-words.ts';

/**
 * Aadhaar by one-time code, as Karza (now Perfios) serves it, version 3: `/v3/aadhaar-xml/otp` and `/file`. Beside HTTP's
 * own status the body has a `statusCode`: 101 done, 102 wrong code or number, 103 no such record or past, 104 no tries
 * left, 105 consent missing.
 */
const PATHS = { otp: '/v3/aadhaar-xml/otp', file: '/v3/aadhaar-xml/file' } as const;
/** Seals the file that is fetched; it is opened at once and not kept, so any four digits do. */
const SHARE_CODE = '1234';

const zStatus = z.coerce.number().int();
const zSent = z.object({
  requestId: z.string().min(1),
  result: z.object({ message: z.string() }),
  statusCode: zStatus,
});
const zCode = z.object({ statusCode: zStatus });
const zFile = z.object({
  statusCode: z.literal(101),
  result: z.object({
    dataFromAadhaar: z.object({
      name: z.string().min(1),
      dob: z.string().optional(),
      maskedAadhaarNumber: z.string().optional(),
    }),
  }),
});
const zRefused = z.object({ statusCode: zStatus, error: z.string().optional() });

export function createKarza(reach: Reach): Pick<KycProvider, 'sendAadhaarOtp' | 'checkAadhaarOtp'> {
  return {
    sendAadhaarOtp: async ({ aadhaarNumber, caseId }) => {
      const body = { aadhaarNo: aadhaarNumber, consent: 'Y', clientData: { caseId } };
      const reply = await ask(reach, { path: PATHS.otp, body });
      if (reply.kind === 'unavailable') return reply;
      const sent = zSent.safeParse(reply.body);
      if (sent.success && sent.data.statusCode === 101) {
        const { requestId, result } = sent.data;
        return { kind: 'sent', providerRequestId: requestId, message: result.message };
      }
      const refused = zRefused.safeParse(reply.body);
      if (!refused.success) return UNREADABLE;
      return { kind: 'refused', message: REFUSALS.get(refused.data.statusCode) ?? NO_CODE };
    },
    checkAadhaarOtp: async ({ aadhaarNumber, providerRequestId, otp }) => {
      const body = { otp, aadhaarNo: aadhaarNumber, requestId: providerRequestId, consent: 'Y', shareCode: SHARE_CODE };
      const reply = await ask(reach, { path: PATHS.file, body });
      if (reply.kind === 'unavailable') return reply;
      return readFile(reply.body, aadhaarNumber.slice(-4));
    },
  };
}

const NO_CODE = 'UIDAI did not send a code for this number.';
/** In our words: the provider's own may repeat the number. */
const REFUSALS: ReadonlyMap<number, string> = new Map([
  [102, 'UIDAI does not know this number.'],
  [103, 'No mobile number is registered with this Aadhaar.'],
  [104, 'Too many codes were asked for. Try again later.'],
]);

function readFile(body: unknown, last4: string): OtpChecked {
  const file = zFile.safeParse(body);
  if (file.success) {
    const { name, dob } = file.data.result.dataFromAadhaar;
    return { kind: 'verified', person: { name, dateOfBirth: indiaDateIn(dob), last4 } };
  }
  const code = zCode.safeParse(body);
  if (!code.success) return UNREADABLE;
  switch (code.data.statusCode) {
    case 102:
      return { kind: 'wrong_code' };
    case 103:
      return { kind: 'expired' };
    case 104:
      return { kind: 'too_many_tries' };
    default:
      return UNREADABLE;
  }
}
