import type { InputOfCall } from '../../lib/wire.ts';

export interface RegisterValues {
  readonly fullName: string;
  readonly email: string;
  readonly username: string;
  readonly mobile: string;
  readonly password: string;
  readonly referralCode: string;
  readonly acceptTerms: boolean;
}

/** What the form sends. A mobile number may be typed with spaces and the country's code; a left-out code is not sent. */
export function registerInput(values: RegisterValues): InputOfCall<'register'> {
  const { referralCode, mobile, acceptTerms: _agreed, ...rest } = values;
  return {
    ...rest,
    mobile: mobileDigits(mobile),
    acceptTerms: true,
    ...(referralCode.trim() === '' ? {} : { referralCode: referralCode.trim() }),
  };
}

/** The ten digits of a mobile number that was typed with spaces or the country's code. */
export function mobileDigits(mobile: string): string {
  return mobile.replace(/[\s-]/g, '').replace(/^(\+91|0)(?=\d{10}$)/, '');
}

export type RegisterProblem =
  | 'fullNameMissing'
  | 'emailWrong'
  | 'usernameWrong'
  | 'mobileWrong'
  | 'passwordShort'
  | 'passwordLong'
  | 'referralCodeWrong'
  | 'acceptTermsMissing';
export type RegisterProblems = Partial<Record<keyof RegisterValues, RegisterProblem>>;

const EMAIL = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i;
const USERNAME = /^[a-z\d_.]{3,30}$/i;
const MOBILE = /^[6-9]\d{9}$/;
const REFERRAL_CODE = /^[a-z\d]{4,16}$/i;
const PASSWORD_LEAST = 10;
const PASSWORD_MOST = 128;

/** Everything that is wrong with what was typed, all of it at once; the server checks again. */
export function registerProblems(values: RegisterValues): RegisterProblems {
  const sent = registerInput(values);
  const problems: { -readonly [Field in keyof RegisterProblems]: RegisterProblem } = {};
  if (values.fullName.trim() === '') problems.fullName = 'fullNameMissing';
  if (!EMAIL.test(values.email)) problems.email = 'emailWrong';
  if (!USERNAME.test(values.username.trim())) problems.username = 'usernameWrong';
  if (!MOBILE.test(sent.mobile)) problems.mobile = 'mobileWrong';
  if (values.password.length < PASSWORD_LEAST) problems.password = 'passwordShort';
  else if (values.password.length > PASSWORD_MOST) problems.password = 'passwordLong';
  if (sent.referralCode !== undefined && !REFERRAL_CODE.test(sent.referralCode)) {
    problems.referralCode = 'referralCodeWrong';
  }
  if (!values.acceptTerms) problems.acceptTerms = 'acceptTermsMissing';
  return problems;
}
