import type {
  accountCalls,
  authenticationCalls,
  myprofile,
  OutputOf,
  securityCalls,
  UserData,
} from '@trickdesk/contract';
import { type Handlers, Reply, type Visitor, type VisitorHandlers } from '../../http/handlers.ts';
import type { PasswordResetService } from './password-reset.ts';
import type { SecondFactorService } from './second-factor.ts';
import type { SecurityService } from './security.ts';
import type { AccountsService } from './service.ts';
import type { OpenedSession } from './sessions.ts';
import type { AccountRow } from './store.ts';

export const authenticationHandlers = (
  accounts: AccountsService & { readonly passwordReset: PasswordResetService },
): VisitorHandlers<typeof authenticationCalls> => ({
  register: async (visitor, { tokenTransport, ...input }) =>
    signedIn(visitor, await accounts.register(input, originOf(visitor, tokenTransport)), tokenTransport),

  login: async (visitor, { tokenTransport, ...input }) =>
    signedIn(visitor, await accounts.login(input, originOf(visitor, tokenTransport)), tokenTransport),

  'refresh-token': async (visitor, input) => {
    const session = await accounts.refresh(input.refreshToken ?? visitor.refreshCookie, visitor.origin);
    // The answer travels as the question did.
    return answer(visitor, session, input.refreshToken === undefined ? 'cookie' : 'body');
  },

  logout: async (visitor, input) => {
    const refreshToken = input.refreshToken ?? visitor.refreshCookie;
    const { sessionId } = visitor;
    const session = {
      ...(refreshToken === undefined ? {} : { refreshToken }),
      ...(sessionId === undefined ? {} : { sessionId }),
    };
    await accounts.logout(session, visitor.origin);
    visitor.setRefreshCookie(undefined);
    return {};
  },

  'forgot-password': async (visitor, { email }) => {
    const words = 'If an account has this address, a mail with a link is on its way.';
    return new Reply(await accounts.passwordReset.ask(email, visitor.origin), words);
  },

  'reset-password': async (visitor, input) => {
    await accounts.passwordReset.use(input, visitor.origin);
    return new Reply({}, 'Your password is changed. Sign in with the new one.');
  },
});

export const accountHandlers = (
  accounts: AccountsService & { readonly secondFactor: SecondFactorService },
  verificationOf: VerificationReader,
  designationOf: DesignationReader,
): Handlers<typeof accountCalls> => {
  const profileOf = async (account: AccountRow) => {
    const [verification, twoFactor, designation] = await Promise.all([
      verificationOf(account),
      accounts.secondFactor.isOn(account.id),
      designationOf(account.id),
    ]);
    return { ...profileToWire(account, verification), twoFactor, designation_level: designation };
  };
  return {
    myprofile: async (caller) => ({ profile: await profileOf(await accounts.readProfile(caller.accountId)) }),

    updatepersonaldetails: async (caller, input) =>
      new Reply({ profile: await profileOf(await accounts.changeDetails(caller, input)) }, 'Settings successfully set'),
  };
};

export const securityHandlers = ({
  security,
  secondFactor,
}: {
  readonly security: SecurityService;
  readonly secondFactor: SecondFactorService;
}): Handlers<typeof securityCalls> => ({
  updateprofilepassword: async (caller, input) =>
    new Reply({ endedSessions: await security.changePassword(caller, input) }, 'Your password is changed.'),

  mysessions: async (caller) => ({
    session_list: (await security.sessions(caller)).map((session) => ({
      sessionId: session.id,
      device: session.device,
      address: session.address,
      signedInAt: session.created_at.toISOString(),
      lastUsedAt: session.last_used_at.toISOString(),
      current: session.id === caller.sessionId,
    })),
  }),

  revokesession: async (caller, { sessionId }) => {
    await security.endSession(caller, sessionId);
    return new Reply({}, 'That session has ended.');
  },

  enabletwofactor: (caller, { password }) => secondFactor.begin(caller, password),

  confirmtwofactor: async (caller, { code }) =>
    new Reply({ recoveryCodes: await secondFactor.confirm(caller, code) }, 'Your second factor is on.'),

  disabletwofactor: async (caller, input) => {
    await secondFactor.switchOff(caller, input);
    return new Reply({}, 'Your second factor is off.');
  },

  newrecoverycodes: async (caller, input) => ({
    recoveryCodes: await secondFactor.renewRecoveryCodes(caller, input),
  }),
});

type Transport = 'cookie' | 'body';

/** Where a sign-in comes from; a client that keeps no cookies has no browser to be known by. */
const originOf = ({ origin, browser }: Visitor, transport: Transport) =>
  transport === 'body' ? origin : { ...origin, browser };

function signedIn(visitor: Visitor, session: OpenedSession, transport: Transport) {
  const answered = answer(visitor, session, transport);
  if (transport === 'cookie') visitor.keepBrowser();
  return answered;
}

function answer(visitor: Visitor, session: OpenedSession, transport: Transport) {
  const { account, accessToken, refreshToken, refreshExpiresAt } = session;
  const signedIn = { userData: userDataOf(account), accessToken };
  if (transport === 'body') return { ...signedIn, refreshToken };
  visitor.setRefreshCookie(refreshToken, refreshExpiresAt);
  return signedIn;
}

function userDataOf(account: AccountRow): UserData {
  return {
    userId: account.id,
    fullName: account.full_name,
    username: account.username,
    email: account.email,
    ability: account.ability,
  };
}

/** Who a person is to KYC, and where their money goes; handed in, since KYC stands on accounts. */
export type VerificationReader = (
  account: Pick<AccountRow, 'id' | 'kyc_verified_at'>,
) => Promise<Pick<Profile, 'kyc' | 'bank'>>;

/** A person's level by whom they invited; handed in as well. */
export type DesignationReader = (accountId: number) => Promise<number>;

type Profile = OutputOf<typeof myprofile>['profile'];

function profileToWire(account: AccountRow, verification: Pick<Profile, 'kyc' | 'bank'>) {
  return {
    ...userDataOf(account),
    mobile: account.mobile,
    ...(account.date_of_birth === null ? {} : { dateOfBirth: account.date_of_birth }),
    ...(account.gender === null ? {} : { gender: account.gender }),
    ...(account.address === null ? {} : { address: account.address }),
    referralCode: account.referral_code,
    memberSince: account.created_at.toISOString(),
    ...verification,
    isRoboactive: account.robo_activated_at !== null,
    isTradeactive: account.trade_activated_at !== null,
    grantedForDemo: account.granted_for_demo,
  };
}
