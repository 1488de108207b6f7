import { z } from 'zod';
import { zGivenPassword, zNewPassword } from './accounts.ts';
import { call } from './call.ts';
import { zMoment } from './fields.ts';

export const updateprofilepassword = call('updateprofilepassword', {
  summary: 'Changes the password and ends every other session of the caller.',
  input: z.strictObject({ currentPassword: zGivenPassword, newPassword: zNewPassword }),
  output: z.strictObject({ endedSessions: z.int().min(0) }),
  refusals: ['WRONG_PASSWORD', 'TOO_MANY_TRIES', 'PASSWORD_TOO_WEAK'],
});

const zSession = z.strictObject({
  sessionId: z.uuid(),
  /** What the browser called itself. */
  device: z.string(),
  address: z.string(),
  signedInAt: zMoment,
  lastUsedAt: zMoment,
  /** The one that asks. */
  current: z.boolean(),
});
export type SessionOnList = z.output<typeof zSession>;

export const mysessions = call('mysessions', {
  summary: 'The devices on which the caller is signed in, this one first, then the one used last.',
  input: z.strictObject({}),
  output: z.strictObject({ session_list: z.array(zSession) }),
});

export const revokesession = call('revokesession', {
  summary: 'Ends one session of the caller, wherever it is; the caller’s own as by signing out.',
  input: z.strictObject({ sessionId: z.uuid() }),
  output: z.strictObject({}),
  refusals: ['NOT_FOUND'],
});

export const securityCalls = { updateprofilepassword, mysessions, revokesession };
