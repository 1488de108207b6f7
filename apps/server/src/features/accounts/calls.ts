import type { accountCalls, authenticationCalls, securityCalls, UserData } from '@trickdesk/contract';
import { type Handlers, Reply, type Visitor, type VisitorHandlers } from '../../http/handlers.ts';
import type { SecurityService } from './security.ts';
import type { AccountsService } from './service.ts';
import type { OpenedSession } from './sessions.ts';
import type { AccountRow } from './store.ts';

export const authenticationHandlers = (accounts: AccountsService): VisitorHandlers<typeof authenticationCalls> => ({
  register: async (visitor, { tokenTransport, ...input }) =>
    answer(visitor, await accounts.register(input, visitor.origin), tokenTransport),

  login: async (visitor, { tokenTransport, ...input }) =>
    answer(visitor, await accounts.login(input, visitor.origin), tokenTransport),

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
});

export const accountHandlers = (accounts: AccountsService): Handlers<typeof accountCalls> => ({
  myprofile: async (caller) => ({ profile: profileOf(await accounts.readProfile(caller.accountId)) }),

  updatepersonaldetails: async (caller, input) =>
    new Reply({ profile: profileOf(await accounts.changeDetails(caller, input)) }, 'Settings successfully set'),
});

export const securityHandlers = (security: SecurityService): Handlers<typeof securityCalls> => ({
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
});

function answer(visitor: Visitor, session: OpenedSession, transport: 'cookie' | 'body') {
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

/** Of bank and second factor nothing can have been given yet: the product does not ask for them. */
function profileOf(account: AccountRow) {
  const kycStatus = account.kyc_verified_at === null ? ('none' as const) : ('verified' as const);
  return {
    ...userDataOf(account),
    mobile: account.mobile,
    ...(account.date_of_birth === null ? {} : { dateOfBirth: account.date_of_birth }),
    ...(account.gender === null ? {} : { gender: account.gender }),
    ...(account.address === null ? {} : { address: account.address }),
    referralCode: account.referral_code,
    memberSince: account.created_at.toISOString(),
    kyc: { pan: { status: kycStatus }, aadhaar: { status: kycStatus } },
    bank: { status: 'none' as const },
    twoFactor: false,
    designation_level: 0,
    isRoboactive: false,
    isTradeactive: account.trade_activated_at !== null,
    grantedForDemo: account.granted_for_demo,
  };
}
