import { Refusal } from '../../http/refusal.ts';
import { checkCode, readDigiLocker, sendCode, startDigiLocker } from './aadhaar.ts';
import { type BankClaim, setBank } from './bank.ts';
import { addDetails } from './details.ts';
import { type PanClaim, verifyPan } from './pan.ts';
import type { KycParts, Who } from './parts.ts';
import { isRequestId } from './request-token.ts';

export type KycService = ReturnType<typeof createKycService>;

/** Whether people are who they say, and where their money goes. */
export function createKycService(parts: KycParts) {
  return {
    sendCode: (who: Who, aadhaarNumber: string) => sendCode(parts, who, aadhaarNumber),
    checkCode: (who: Who, input: Parameters<typeof checkCode>[2]) => checkCode(parts, who, input),
    startDigiLocker: (who: Who) => startDigiLocker(parts, who),
    readDigiLocker: (who: Who, requestId: string) => {
      if (!isRequestId(requestId)) throw new Refusal('NOT_FOUND');
      return readDigiLocker(parts, who, requestId);
    },
    verifyPan: (who: Who, claim: PanClaim) => verifyPan(parts, who, claim),
    addDetails: (who: Who, details: Parameters<typeof addDetails>[2]) => addDetails(parts, who, details),
    setBank: (who: Who, claim: BankClaim) => setBank(parts, who, claim),
  };
}
