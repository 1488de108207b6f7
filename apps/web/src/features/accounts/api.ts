import { send, session } from '../../lib/send.ts';
import type { InputOfCall } from '../../lib/wire.ts';

/** Signs in and keeps the session; the form shows its own failure. */
export async function signIn(input: InputOfCall<'login'>): Promise<void> {
  session.keep(await send('login', input, { quiet: true }));
}

/** Creates an account and keeps its session; the form shows its own failure. */
export async function createAccount(input: InputOfCall<'register'>): Promise<void> {
  session.keep(await send('register', input, { quiet: true }));
}
