import type { KycDoubt } from '@trickdesk/domain';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Json<T> = ColumnType<T, string | undefined, string>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export type AadhaarRoute = 'otp' | 'digilocker';

export interface KycDocument {
  readonly kind: string;
  readonly reference: string;
}

/** Who people are and where their money goes. The conventions of `schema.ts` hold. */
export interface KycSchema {
  /** A key of our own, sealed by the master key: it stays when that one changes. */
  sealed_key: { purpose: string; sealed: Buffer };
  kyc: {
    account_id: number;
    status: Generated<'open' | 'pending' | 'verified' | 'rejected'>;
    doubts: Json<KycDoubt[]>;
    said_name: Optional<string>;
    said_birthday: Optional<string>;
    documents: Json<KycDocument[]>;
    /** Of the number nothing else is kept. */
    aadhaar_last4: Optional<string>;
    aadhaar_name: Optional<string>;
    aadhaar_birthday: Optional<string>;
    aadhaar_route: Optional<AadhaarRoute>;
    aadhaar_at: Optional<Date>;
    pan_sealed: Optional<Buffer>;
    /** Keyed, so that it can be compared and not guessed at. */
    pan_fingerprint: Optional<Buffer>;
    pan_masked: Optional<string>;
    pan_name: Optional<string>;
    pan_at: Optional<Date>;
    /** When an operator decided on it; null where nobody had to. */
    decided_at: Optional<Date>;
    /** Why, for its owner. */
    rejected_because: Optional<string>;
  };
  aadhaar_request: {
    id: string;
    account_id: number;
    route: AadhaarRoute;
    provider_request_id: string;
    sent_at: Date;
    expires_at: Date;
    tries: Generated<number>;
    outcome: Optional<'verified' | 'expired' | 'too_many_tries' | 'denied' | 'replaced'>;
  };
  bank_account: {
    id: GeneratedAlways<number>;
    account_id: number;
    status: 'pending' | 'verified' | 'rejected';
    number_sealed: Buffer;
    number_fingerprint: Buffer;
    number_masked: string;
    ifsc: string;
    bank_name: string;
    holder_name: string;
    name_at_bank: string;
    set_at: Date;
    /** Null for the one in use. */
    replaced_at: Optional<Date>;
    decided_at: Optional<Date>;
    rejected_because: Optional<string>;
  };
  /** Requests on the sandbox's own consent page. */
  kyc_sandbox_consent: {
    request_id: string;
    holder: ColumnType<{ name: string; dateOfBirth?: string }, string, never>;
    answer: 'waiting' | 'given' | 'denied';
    at: Date;
  };
}
