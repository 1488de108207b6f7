import { SHORTEST_PASSWORD } from './security/password-input.ts';

export interface ForgotValues {
  readonly email: string;
}

/** As the browser's own check of an address: what has a name, a place and a dot in it. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function forgotProblems({ email }: ForgotValues): { email?: 'emailWrong' } {
  return EMAIL.test(email.trim()) ? {} : { email: 'emailWrong' };
}

export function resetProblems({ password }: { readonly password: string }): { password?: 'passwordShort' } {
  return password.length < SHORTEST_PASSWORD ? { password: 'passwordShort' } : {};
}

/** @returns the token behind the `#` of a mail's link */
export function tokenIn(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';
  return token === '' ? undefined : token;
}
