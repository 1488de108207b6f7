import { isAadhaarNumber, isBankAccountNumber, isIfsc, isPersonalPan } from '@trickdesk/domain';
import type { InputOfCall } from '../../lib/wire.ts';

type Problems<Values> = Partial<Record<keyof Values & string, KycProblem>>;
export type KycProblem =
  | 'aadhaarWrong'
  | 'consentMissing'
  | 'codeWrong'
  | 'panWrong'
  | 'nameMissing'
  | 'birthdayMissing'
  | 'accountWrong'
  | 'accountsDiffer'
  | 'ifscWrong'
  | 'passwordMissing'
  | 'totpMissing'
  | 'nothingAdded';

export interface AadhaarValues {
  readonly aadhaarNumber: string;
  readonly consent: boolean;
}

/** `9999 4105 7058` as people write it. */
export const digitsOf = (text: string): string => text.replace(/[\s-]/g, '');

export function aadhaarProblems({ aadhaarNumber, consent }: AadhaarValues): Problems<AadhaarValues> {
  return {
    ...(isAadhaarNumber(digitsOf(aadhaarNumber)) ? {} : { aadhaarNumber: 'aadhaarWrong' as const }),
    ...(consent ? {} : { consent: 'consentMissing' as const }),
  };
}

export interface CodeValues {
  readonly otp: string;
}

export function codeProblems({ otp }: CodeValues): Problems<CodeValues> {
  return /^\d{6}$/.test(digitsOf(otp)) ? {} : { otp: 'codeWrong' };
}

export interface PanValues {
  readonly pan: string;
  readonly name: string;
  readonly dateOfBirth: string;
}

export function panProblems({ pan, name, dateOfBirth }: PanValues): Problems<PanValues> {
  return {
    ...(isPersonalPan(capitals(pan)) ? {} : { pan: 'panWrong' as const }),
    ...(name.trim() === '' ? { name: 'nameMissing' as const } : {}),
    ...(dateOfBirth === '' ? { dateOfBirth: 'birthdayMissing' as const } : {}),
  };
}

export interface BankValues {
  readonly accountNumber: string;
  readonly confirmAccountNumber: string;
  readonly ifsc: string;
  readonly holderName: string;
  readonly password: string;
  /** Empty where none is asked for. */
  readonly totp: string;
}

export function bankProblems(values: BankValues, asksCode: boolean): Problems<BankValues> {
  const { accountNumber, confirmAccountNumber, ifsc, holderName, password, totp } = values;
  return {
    ...(isBankAccountNumber(digitsOf(accountNumber)) ? {} : { accountNumber: 'accountWrong' as const }),
    ...(digitsOf(accountNumber) === digitsOf(confirmAccountNumber)
      ? {}
      : { confirmAccountNumber: 'accountsDiffer' as const }),
    ...(isIfsc(capitals(ifsc)) ? {} : { ifsc: 'ifscWrong' as const }),
    ...(holderName.trim() === '' ? { holderName: 'nameMissing' as const } : {}),
    ...(password === '' ? { password: 'passwordMissing' as const } : {}),
    ...(asksCode && totp.trim() === '' ? { totp: 'totpMissing' as const } : {}),
  };
}

export function bankInput(values: BankValues): InputOfCall<'updatebankdetails'> {
  return {
    accountNumber: digitsOf(values.accountNumber),
    confirmAccountNumber: digitsOf(values.confirmAccountNumber),
    ifsc: capitals(values.ifsc),
    holderName: values.holderName.trim(),
    password: values.password,
    ...(values.totp.trim() === '' ? {} : { totp: values.totp.trim() }),
  };
}

export interface HelpValues {
  readonly panName: string;
  readonly dateOfBirth: string;
  readonly reference: string;
}

export function helpProblems(values: HelpValues): Problems<HelpValues> {
  const isEmpty = Object.values(helpInput(values)).length === 0;
  return isEmpty ? { reference: 'nothingAdded' } : {};
}

/** What is empty says nothing. */
export function helpInput({ panName, dateOfBirth, reference }: HelpValues): InputOfCall<'updatekycdetails'> {
  return {
    ...(panName.trim() === '' ? {} : { panName: panName.trim() }),
    ...(dateOfBirth === '' ? {} : { dateOfBirth }),
    ...(reference.trim() === '' ? {} : { documents: [{ kind: 'other' as const, reference: reference.trim() }] }),
  };
}

export const capitals = (text: string): string => text.trim().toUpperCase();

/** `9:05`; nothing below zero. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
