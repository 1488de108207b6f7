import { z } from 'zod';
import { zCode, zGivenPassword, zNewPassword } from './accounts.ts';
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

const zRecoveryCodes = z.strictObject({
  /** Ten, each for one use; shown this once. */
  recoveryCodes: z.array(z.string()),
});

export const enabletwofactor = call('enabletwofactor', {
  summary:
    'Makes a secret for an authenticator app. It counts once `confirmtwofactor` has seen a code of it; asked for again, the secret before is void.',
  input: z.strictObject({ password: zGivenPassword }),
  output: z.strictObject({
    /** Base32, for typing. */
    secret: z.string(),
    otpauthUri: z.string(),
  }),
  refusals: ['WRONG_PASSWORD', 'TOO_MANY_TRIES', 'SECOND_FACTOR_ON'],
});

export const confirmtwofactor = call('confirmtwofactor', {
  summary: 'Switches the second factor on with a first code of the app, and ends every other session of the caller.',
  input: z.strictObject({ code: zCode }),
  output: zRecoveryCodes,
  refusals: ['TOTP_WRONG', 'TOO_MANY_TRIES', 'SECOND_FACTOR_ON', 'SECOND_FACTOR_OFF'],
});

export const disabletwofactor = call('disabletwofactor', {
  summary: 'Switches the second factor off; its secret and its recovery codes are deleted.',
  input: z.strictObject({ code: zCode, password: zGivenPassword }),
  output: z.strictObject({}),
  refusals: ['WRONG_PASSWORD', 'TOTP_WRONG', 'TOO_MANY_TRIES', 'SECOND_FACTOR_OFF'],
});

export const newrecoverycodes = call('newrecoverycodes', {
  summary: 'Makes ten new recovery codes; those before are void.',
  input: z.strictObject({ code: zCode, password: zGivenPassword }),
  output: zRecoveryCodes,
  refusals: ['WRONG_PASSWORD', 'TOTP_WRONG', 'TOO_MANY_TRIES', 'SECOND_FACTOR_OFF'],
});

/** What a call takes as a second proof where its caller has a second factor, and refuses with where it is missing. */
export const stepUpInput = { totp: zCode.optional() };
export const STEP_UP_REFUSALS = ['TOTP_REQUIRED', 'TOTP_WRONG', 'TOO_MANY_TRIES'] as const;

export const securityCalls = {
  updateprofilepassword,
  mysessions,
  revokesession,
  enabletwofactor,
  confirmtwofactor,
  disabletwofactor,
  newrecoverycodes,
};
