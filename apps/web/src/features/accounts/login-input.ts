import type { InputOfCall } from '../../lib/wire.ts';

export type LoginProblem = 'nameMissing' | 'passwordMissing';
type Values = Pick<InputOfCall<'login'>, 'email' | 'password'>;

/** What is missing before the server can be asked. */
export function loginProblems({ email, password }: Values): Partial<Record<keyof Values, LoginProblem>> {
  return {
    ...(email.trim() === '' ? { email: 'nameMissing' as const } : {}),
    ...(password === '' ? { password: 'passwordMissing' as const } : {}),
  };
}
