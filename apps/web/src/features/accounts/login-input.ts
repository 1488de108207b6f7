import type { InputOfCall } from '../../lib/wire.ts';

export type LoginProblem = 'nameMissing' | 'passwordMissing' | 'codeMissing';
export interface LoginValues {
  readonly email: string;
  readonly password: string;
  /** Empty until a code is asked for. */
  readonly totp: string;
}

/** What is missing before the server can be asked. */
export function loginProblems(
  { email, password, totp }: LoginValues,
  asksCode: boolean,
): Partial<Record<keyof LoginValues, LoginProblem>> {
  return {
    ...(email.trim() === '' ? { email: 'nameMissing' as const } : {}),
    ...(password === '' ? { password: 'passwordMissing' as const } : {}),
    ...(asksCode && totp.trim() === '' ? { totp: 'codeMissing' as const } : {}),
  };
}

export function loginInput({ email, password, totp }: LoginValues): InputOfCall<'login'> {
  return { email, password, ...(totp.trim() === '' ? {} : { totp: totp.trim() }) };
}
