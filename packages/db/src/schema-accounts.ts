import type { IndiaState, Language } from '@trickdesk/domain';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

type Json<T> = JSONColumnType<T & object, string, string>;

export type Gender = 'female' | 'male' | 'other';

export interface PostalAddress {
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly state: IndiaState;
  readonly pincode: string;
}

interface AccountTable {
  id: Generated<number>;
  full_name: string;
  username: string;
  email: string;
  mobile: string;
  password_hash: string;
  referral_code: string;
  referred_by: number | null;
  ability: Json<{ action: string; subject: string }[]>;
  kyc_verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  trade_activated_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  robo_activated_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  granted_for_demo: Generated<boolean>;
  date_of_birth: ColumnType<string | null, string | null | undefined, string | null>;
  gender: ColumnType<Gender | null, Gender | null | undefined, Gender | null>;
  address: ColumnType<PostalAddress | null, string | null | undefined, string | null>;
  /** Since when an operator lets it do nothing, and why, for its owner. */
  blocked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  blocked_because: ColumnType<string | null, string | null | undefined, string | null>;
  /** Of mails and messages; null for whoever has chosen none. */
  language: ColumnType<Language | null, Language | null | undefined, Language | null>;
  default_settings: ColumnType<Record<string, unknown>, string | undefined, string>;
  created_at: Date;
  /** From then on it is nobody's: what identified a person is gone. */
  erased_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** What was too much for one transaction is gone as well. */
  erasure_done_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

interface SessionFamilyTable {
  id: string;
  account_id: number;
  device: string;
  address: string;
  created_at: Date;
  last_used_at: Date;
  ended_at: Date | null;
  ended_reason: string | null;
}

interface AccountBrowserTable {
  account_id: number;
  token_hash: Buffer;
  first_at: Date;
  last_at: Date;
}

interface RefreshTokenTable {
  token_hash: Buffer;
  family_id: string;
  issued_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

interface SecondFactorTable {
  account_id: number;
  sealed_secret: Buffer;
  /** Null until a first code has shown that the app has the secret: only then it counts. */
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The half minute of the last code that was used: no code is taken twice. */
  last_step: ColumnType<bigint | null, bigint | null | undefined, bigint | null>;
}

interface RecoveryCodeTable {
  account_id: number;
  fingerprint: Buffer;
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

interface PasswordResetTable {
  token_hash: Buffer;
  account_id: number;
  expires_at: Date;
  /** It was used, or another one took its place. */
  voided_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

interface MailTable {
  id: GeneratedAlways<bigint>;
  dedupe_key: string;
  to_address: string;
  subject: string;
  /** Null once it was sent, or once what stands in it opens nothing any more. */
  sealed_body: Buffer | null;
  body_until: Date;
  created_at: Date;
  tries: Generated<number>;
  /** Null where it is not to be sent (any more). */
  next_try_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Something that law or a court asks to be kept as it is: nothing of the account is erased while it stands. */
interface LegalHoldTable {
  account_id: number;
  reason: string;
  set_at: Date;
  lifted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Somebody asked for a copy of their data: a way to it that opens once. */
interface DataCopyTable {
  id: string;
  account_id: number;
  asked_at: Date;
  expires_at: Date;
  started_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  row_count: ColumnType<bigint | null, bigint | null | undefined, bigint | null>;
}

/** Accounts and their sessions. The conventions of `schema.ts` hold. */
export interface AccountSchema {
  account: AccountTable;
  session_family: SessionFamilyTable;
  account_browser: AccountBrowserTable;
  refresh_token: RefreshTokenTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  password_reset: PasswordResetTable;
  mail: MailTable;
  legal_hold: LegalHoldTable;
  data_copy: DataCopyTable;
}
