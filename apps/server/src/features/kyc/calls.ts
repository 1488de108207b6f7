import type { kycCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { KycService } from './service.ts';
import { bankToWire } from './wire.ts';

const CODES = { verified: 101, wrong_code: 102, expired: 103, too_many_tries: 104 } as const;
const CODE_WORDS = {
  verified: 'Aadhar Verification is Done',
  wrong_code: 'That code is not right. Compare it with the message.',
  expired: 'This code has expired. Ask for a new one.',
  too_many_tries: 'Too many wrong codes. Ask for a new one.',
} as const;
const CONSENT_WORDS = {
  waiting: 'DigiLocker waits for your consent.',
  verified: 'Aadhar Verification is Done',
  denied: 'You did not agree at DigiLocker. Nothing was shared.',
  expired: 'The request at DigiLocker has expired. Start again.',
} as const;
const PAN_WORDS = {
  verified: 'Pan Verification is Done',
  name_mismatch: 'This PAN is in another name. Write your name as it stands on the card.',
  invalid: 'This PAN does not exist. Compare it with the card.',
  inoperative: 'This PAN is inoperative. Link it with your Aadhaar at the income-tax portal first.',
} as const;

export const kycHandlers = (kyc: KycService): Handlers<typeof kycCalls> => ({
  sendAdharOTP: async (caller, { aadhaarNumber }) => {
    const { requestId, expiresAt, resendAfterSeconds, message } = await kyc.sendCode(caller, aadhaarNumber);
    return new Reply({ response: { requestId, expiresAt: expiresAt.toISOString(), resendAfterSeconds } }, message);
  },

  validateAdharOTP: async (caller, input) => {
    const { outcome, triesLeft } = await kyc.checkCode(caller, input);
    return new Reply({ status: { statusCode: CODES[outcome], triesLeft } }, CODE_WORDS[outcome]);
  },

  startdigilocker: async (caller) => {
    const { requestId, url, expiresAt } = await kyc.startDigiLocker(caller);
    return { requestId, url, expiresAt: expiresAt.toISOString() };
  },

  digilockerstatus: async (caller, { requestId }) => {
    const state = await kyc.readDigiLocker(caller, requestId);
    return new Reply({ state }, CONSENT_WORDS[state]);
  },

  verifyPan: async (caller, input) => {
    const status = await kyc.verifyPan(caller, input);
    return new Reply({ status }, PAN_WORDS[status]);
  },

  updatekycdetails: async (caller, input) => {
    const status = await kyc.addDetails(caller, input);
    return new Reply({ status: status === 'open' ? 'pending' : status }, 'Settings successfully set');
  },

  updatebankdetails: async (caller, { confirmAccountNumber: _same, ...claim }) =>
    new Reply({ bank: bankToWire(await kyc.setBank(caller, claim)) }, 'Settings successfully set'),
});
