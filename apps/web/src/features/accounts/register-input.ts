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
    mobile: mobile.replace(/[\s-]/g, '').replace(/^(\+91|0)(?=\d{10}$)/, ''),
    acceptTerms: true,
    ...(referralCode.trim() === '' ? {} : { referralCode: referralCode.trim() }),
  };
}
