import { INDIA_STATES, KYC_DOUBTS } from '@trickdesk/domain';
import { z } from 'zod';
import { call } from './call.ts';
import { isStorable, zFilledText, zId, zMoment, zText } from './fields.ts';

export const zAbility = z.strictObject({ action: z.string(), subject: z.string() });
export type AbilityRule = z.output<typeof zAbility>;

/** What the client keeps as `userData`. Without `ability` only `read Auth` is allowed. */
export const zUserData = z.strictObject({
  userId: zId,
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  ability: z.array(zAbility),
});
export type UserData = z.output<typeof zUserData>;

const zEmail = z.email('Write an email address such as name@example.com.').max(254).toLowerCase();
const zUsername = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9_.]{3,30}$/, 'Use 3 to 30 letters, digits, dots or underscores.');
export const zNewPassword = z
  .string()
  .min(10, 'Use at least 10 characters.')
  .max(128, 'Use at most 128 characters.')
  .refine(isStorable, 'This text has characters that cannot be stored.');
export const zGivenPassword = z.string().min(1, 'Enter your password.').max(128);
/** Six digits of an authenticator app, or a recovery code. */
export const zCode = z
  .string()
  .trim()
  .regex(
    /^(\d{3} ?\d{3}|[A-Za-z2-7]{5}[- ]?[A-Za-z2-7]{5})$/,
    'Six digits of your app, or a recovery code such as ABCDE-FGHIJ.',
  );
const zMobile = z
  .string()
  .trim()
  .regex(/^[6-9][0-9]{9}$/, 'Write a ten-digit Indian mobile number.');
const zRefreshToken = z.string().min(20).max(200);

const signedIn = z.strictObject({
  userData: zUserData,
  accessToken: z.string(),
  refreshToken: z.string().optional(),
});

/** How the refresh token travels: in a cookie that no script can read, or in the body for clients that are no browsers. */
const tokenTransport = z.enum(['cookie', 'body']).default('cookie');

export const register = call('register', {
  path: '/jwt/register',
  access: 'client_token',
  summary: 'Creates an account and signs it in.',
  input: z.strictObject({
    fullName: zFilledText(80),
    email: zEmail,
    username: zUsername,
    mobile: zMobile,
    password: zNewPassword,
    referralCode: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]{4,16}$/, 'A referral code has 4 to 16 letters and digits.')
      .optional(),
    acceptTerms: z.literal(true, 'Please accept the terms to go on.'),
    tokenTransport,
  }),
  output: signedIn,
  refusals: [
    'EMAIL_IN_USE',
    'USERNAME_IN_USE',
    'PASSWORD_TOO_WEAK',
    'REFERRAL_CODE_UNKNOWN',
    'CLIENT_TOKEN_WRONG',
    'FOREIGN_ORIGIN',
  ],
});

export const login = call('login', {
  path: '/jwt/login',
  access: 'client_token',
  summary: 'Signs in with an email address or a username.',
  input: z.strictObject({
    email: z.string().trim().min(1, 'Enter your email address or username.').max(254),
    password: zGivenPassword,
    totp: zCode.optional(),
    tokenTransport,
  }),
  output: signedIn,
  refusals: [
    'BAD_CREDENTIALS',
    'ACCOUNT_BLOCKED',
    'TOTP_REQUIRED',
    'TOTP_WRONG',
    'TOO_MANY_TRIES',
    'CLIENT_TOKEN_WRONG',
    'FOREIGN_ORIGIN',
  ],
});

export const refreshToken = call('refresh-token', {
  path: '/jwt/refresh-token',
  access: 'open',
  summary:
    'Swaps the refresh token for a new access token; the old one stops working, and its second use ends every session of its family.',
  input: z.strictObject({ refreshToken: zRefreshToken.optional() }),
  output: signedIn,
  refusals: ['INVALID_REFRESH_TOKEN', 'ACCOUNT_BLOCKED', 'FOREIGN_ORIGIN'],
});

export const logout = call('logout', {
  path: '/jwt/logout',
  access: 'open',
  summary: 'Ends this session.',
  input: z.strictObject({ refreshToken: zRefreshToken.optional() }),
  output: z.strictObject({}),
  refusals: ['FOREIGN_ORIGIN'],
});

export const forgotPassword = call('forgot-password', {
  path: '/jwt/forgot-password',
  access: 'client_token',
  summary:
    'Sends a link that opens a new password, where an account has this address; the answer is the same where none has.',
  input: z.strictObject({ email: zEmail }),
  output: z.strictObject({
    /** Mails do not leave this machine: a developer reads them at `/dev/outbox`. */
    localOutbox: z.boolean(),
  }),
  refusals: ['TOO_MANY_REQUESTS', 'CLIENT_TOKEN_WRONG', 'FOREIGN_ORIGIN'],
});

export const resetPassword = call('reset-password', {
  path: '/jwt/reset-password',
  access: 'client_token',
  summary:
    'Sets a new password by a link that was sent, once and within half an hour; every session of the account ends.',
  input: z.strictObject({ token: z.string().min(1).max(200), password: zNewPassword }),
  output: z.strictObject({}),
  refusals: [
    'RESET_TOKEN_INVALID',
    'ACCOUNT_BLOCKED',
    'PASSWORD_TOO_WEAK',
    'TOO_MANY_REQUESTS',
    'CLIENT_TOKEN_WRONG',
    'FOREIGN_ORIGIN',
  ],
});

export const GENDERS = ['female', 'male', 'other'] as const;

export const zAddress = z.strictObject({
  line1: zFilledText(120),
  line2: zText(120),
  city: zFilledText(60),
  state: z.enum(INDIA_STATES, 'Choose a state.'),
  pincode: z.string().regex(/^[1-9][0-9]{5}$/, 'Write the six digits of the PIN code.'),
});

export const zKycState = z.enum(['none', 'pending', 'verified', 'rejected']);

export const zBank = z.strictObject({
  status: zKycState,
  accountMasked: z.string().optional(),
  ifsc: z.string().optional(),
  bankName: z.string().optional(),
  holderName: z.string().optional(),
  /** For a day after a change withdrawals wait. */
  changedAt: zMoment.optional(),
  /** Why it was rejected. */
  reason: z.string().optional(),
});

export const zProfile = z.strictObject({
  userId: zId,
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  mobile: z.string(),
  dateOfBirth: z.iso.date().optional(),
  gender: z.enum(GENDERS).optional(),
  address: zAddress.optional(),
  referralCode: z.string(),
  memberSince: zMoment,
  kyc: z.strictObject({
    /** Of both together: live trading and withdrawals need `verified`. */
    status: zKycState,
    /** What somebody has to look at before it is verified. */
    doubts: z.array(z.enum(KYC_DOUBTS)),
    /** Why it was rejected; both steps can be taken anew then. */
    reason: z.string().optional(),
    pan: z.strictObject({ status: zKycState, masked: z.string().optional(), name: z.string().optional() }),
    aadhaar: z.strictObject({ status: zKycState, masked: z.string().optional() }),
    /** Whether a code can be sent; DigiLocker is always there. */
    otpRoute: z.boolean(),
    /** Nobody is looked up: fixed numbers have fixed answers. */
    sandbox: z.boolean(),
  }),
  bank: zBank,
  twoFactor: z.boolean(),
  designation_level: z.int(),
  isRoboactive: z.boolean(),
  isTradeactive: z.boolean(),
  /** KYC and activation were given for the demo: nobody has checked anything. */
  grantedForDemo: z.boolean(),
  ability: z.array(zAbility),
});

export const myprofile = call('myprofile', {
  summary: "The signed-in person's profile.",
  input: z.strictObject({}),
  output: z.strictObject({ profile: zProfile }),
});

export const updatepersonaldetails = call('updatepersonaldetails', {
  summary: 'Changes what the caller says of themselves; fields that are left out stay. Whoever uses it is 18 or older.',
  input: z
    .strictObject({
      fullName: zFilledText(80),
      mobile: zMobile,
      dateOfBirth: z.iso.date('Choose the day on which you were born.'),
      gender: z.enum(GENDERS),
      address: zAddress,
    })
    .partial(),
  output: z.strictObject({ profile: zProfile }),
  refusals: ['FIELD_VERIFIED'],
});

export const authenticationCalls = {
  register,
  login,
  'refresh-token': refreshToken,
  logout,
  'forgot-password': forgotPassword,
  'reset-password': resetPassword,
};
export const accountCalls = { myprofile, updatepersonaldetails };
