import { send, session } from '../../lib/send.ts';
import type { InputOfCall, OutputOfCall } from '../../lib/wire.ts';

/** Signs in and keeps the session; the form shows its own failure. */
export async function signIn(input: InputOfCall<'login'>): Promise<void> {
  session.keep(await send('login', input, { quiet: true }));
}

/** Creates an account and keeps its session; the form shows its own failure. */
export async function createAccount(input: InputOfCall<'register'>): Promise<void> {
  session.keep(await send('register', input, { quiet: true }));
}

/** Asks for a link by mail; the form shows its own failure. */
export function askForLink(email: string): Promise<OutputOfCall<'forgot-password'>> {
  return send('forgot-password', { email }, { quiet: true });
}

/** Sets a new password by a link; the form shows its own failure. */
export async function setPassword(input: InputOfCall<'reset-password'>): Promise<void> {
  await send('reset-password', input, { quiet: true });
}
