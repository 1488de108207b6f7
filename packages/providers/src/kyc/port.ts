import type { IndiaDate } from '@trickdesk/domain';
import type { Unavailable } from '../ask.ts';

/** What a person says of themselves. Providers that compare names are told; the sandbox answers with it. */
export interface Holder {
  readonly name: string;
  readonly dateOfBirth?: IndiaDate | undefined;
}

/** What UIDAI holds about a person. Of the number only its end is ours to keep. */
export interface AadhaarPerson {
  readonly name: string;
  readonly dateOfBirth: IndiaDate | undefined;
  readonly last4: string;
}

export type OtpSent =
  | { readonly kind: 'sent'; readonly providerRequestId: string; readonly message: string }
  /** The number or the consent; in the provider's words. */
  | { readonly kind: 'refused'; readonly message: string }
  | Unavailable;

export interface OtpTry {
  readonly aadhaarNumber: string;
  readonly providerRequestId: string;
  readonly otp: string;
  readonly holder: Holder;
}

export type OtpChecked =
  | { readonly kind: 'verified'; readonly person: AadhaarPerson }
  | { readonly kind: 'wrong_code' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'too_many_tries' }
  | Unavailable;

export type ConsentAsked =
  /** The person goes to `url` and agrees there. */
  { readonly kind: 'started'; readonly providerRequestId: string; readonly url: string } | Unavailable;

export type ConsentResult =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'verified'; readonly person: AadhaarPerson }
  | { readonly kind: 'denied' }
  | { readonly kind: 'expired' }
  | Unavailable;

export type PanChecked =
  /** The number exists and works; whether the name is the person's is decided by whoever asks. */
  | { readonly kind: 'active'; readonly nameOnPan: string }
  | { readonly kind: 'invalid' }
  /** Not linked with Aadhaar in time, or withdrawn: no transaction may name it. */
  | { readonly kind: 'inoperative' }
  | Unavailable;

export type BankChecked =
  | { readonly kind: 'exists'; readonly nameAtBank: string; readonly bankName: string }
  | { readonly kind: 'refused'; readonly reason: 'invalid_account' | 'invalid_ifsc' | 'blocked' | 'not_allowed' }
  | Unavailable;

/** Who says whether people are who they say. Every answer is a value; none throws. */
export interface KycProvider {
  readonly sendAadhaarOtp: (request: {
    readonly aadhaarNumber: string;
    /** Ours, so that the provider's invoice and log can be matched. */
    readonly caseId: string;
  }) => Promise<OtpSent>;
  readonly checkAadhaarOtp: (request: OtpTry) => Promise<OtpChecked>;
  readonly startDigiLocker: (request: { readonly caseId: string; readonly holder: Holder }) => Promise<ConsentAsked>;
  readonly readDigiLocker: (providerRequestId: string) => Promise<ConsentResult>;
  readonly checkPan: (request: { readonly pan: string; readonly holder: Holder }) => Promise<PanChecked>;
  readonly checkBank: (request: {
    readonly accountNumber: string;
    readonly ifsc: string;
    readonly holder: Holder;
  }) => Promise<BankChecked>;
}
