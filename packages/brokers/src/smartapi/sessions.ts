import { z } from 'zod';
import type {
  BrokerAccess,
  BrokerFunds,
  BrokerProfile,
  BrokerReply,
  BrokerSessions,
  BrokerTokens,
  LogInOutcome,
  LogInRefusal,
  LogInRequest,
} from '../port.ts';
import type { WireCall } from './http-exchange.ts';
import { zPaise, zText, zTextList } from './reading.ts';
import type { Timing } from './timing.ts';
import type { Transport } from './transport.ts';

const zToken = z.string().min(1);
/** The word before the token is not part of it, though some replies carry it. */
const zAccessToken = zToken.transform((token) => token.replace(/^Bearer /i, ''));
const zTokens = z.object({ jwtToken: zAccessToken, refreshToken: zToken, feedToken: zToken });

const zProfile = z.object({
  clientcode: z.string().min(1),
  name: zText,
  email: zText,
  mobileno: zText,
  exchanges: zTextList,
  products: zTextList,
});

/** The data of an answer that has none to give. */
const zNothing = z.unknown().transform(() => null);

const zFunds = z.object({
  // Without it there is no statement of funds at all.
  net: zPaise.refine((net) => net !== undefined).transform((net) => net ?? 0n),
  availablecash: zPaise,
  collateral: zPaise,
  utiliseddebits: zPaise,
  m2munrealized: zPaise,
  m2mrealized: zPaise,
  availableintradaypayin: zPaise,
  utilisedpayout: zPaise,
});

export function createSessions(transport: Transport, timing: Timing): BrokerSessions {
  const withIssueTime = (reply: BrokerReply<z.infer<typeof zTokens>>): BrokerReply<BrokerTokens> =>
    reply.kind !== 'ok' ? reply : { kind: 'ok', value: tokensOf(reply.value, timing.now()) };

  return {
    logIn: async (request) => logInOutcome(withIssueTime(await transport(logInCall(request), zTokens))),
    renew: async (access) => {
      const body = { refreshToken: access.tokens.refreshToken };
      return withIssueTime(
        await transport(accessCall(access, { endpoint: 'renew', body, repeatable: false }), zTokens),
      );
    },
    logOut: async (access) => {
      const body = { clientcode: access.clientCode };
      return transport(accessCall(access, { endpoint: 'logOut', body, repeatable: false }), zNothing);
    },
    profile: async (access) =>
      mapReply(
        await transport(accessCall(access, { endpoint: 'profile', body: undefined, repeatable: true }), zProfile),
        profileOf,
      ),
    funds: async (access) =>
      mapReply(
        await transport(accessCall(access, { endpoint: 'funds', body: undefined, repeatable: true }), zFunds),
        fundsOf,
      ),
  };
}

function mapReply<A, B>(reply: BrokerReply<A>, map: (value: A) => B): BrokerReply<B> {
  return reply.kind === 'ok' ? { kind: 'ok', value: map(reply.value) } : reply;
}

/** A call in the name of a signed-in client. */
export function accessCall(
  access: BrokerAccess,
  call: Pick<WireCall, 'endpoint' | 'pathEnd' | 'body' | 'repeatable' | 'onLeave'> & { readonly user?: string },
): WireCall {
  const { clientCode, apiKey, tokens } = access;
  return {
    user: 'account',
    ...call,
    clientCode,
    apiKey,
    accessToken: tokens.accessToken,
    secrets: [apiKey, tokens.accessToken, tokens.refreshToken, tokens.feedToken],
  };
}

function logInCall(request: LogInRequest): WireCall {
  const { clientCode, apiKey, pin, totp } = request;
  return {
    endpoint: 'logIn',
    clientCode,
    apiKey,
    accessToken: undefined,
    body: { clientcode: clientCode, password: pin, totp },
    // A repeated log-in counts towards the lock-out and towards one a second.
    repeatable: false,
    user: 'account',
    secrets: [apiKey, pin, totp],
  };
}

function tokensOf(wire: z.infer<typeof zTokens>, issuedAt: number): BrokerTokens {
  return { accessToken: wire.jwtToken, refreshToken: wire.refreshToken, feedToken: wire.feedToken, issuedAt };
}

function logInOutcome(reply: BrokerReply<BrokerTokens>): LogInOutcome {
  switch (reply.kind) {
    case 'ok':
    case 'unavailable':
      return reply;
    case 'rate_limited':
      return { kind: 'unavailable', cause: 'rate_limited' };
    // Before there is a session, the gateway's "invalid token" can only mean the API key.
    case 'session_expired':
      return { kind: 'refused', reason: 'wrong_api_key', brokerMessage: 'the broker does not know the API key' };
    case 'refused':
      return { kind: 'refused', reason: refusalOf(reply.code, reply.message), brokerMessage: reply.message };
  }
}

const REFUSALS: Readonly<Record<string, LogInRefusal>> = {
  AB1050: 'wrong_totp',
  AB1000: 'wrong_credentials',
  AB1001: 'wrong_credentials',
  AB1002: 'wrong_credentials',
  AB1007: 'wrong_credentials',
  AB1031: 'wrong_credentials',
  AB1032: 'wrong_credentials',
  AB1006: 'account_blocked',
  UNSENDABLE_CREDENTIAL: 'wrong_api_key',
};

function refusalOf(code: string, message: string): LogInRefusal {
  // The code for a wrong TOTP is not documented, so its text counts as well.
  return REFUSALS[code] ?? (/totp/i.test(message) ? 'wrong_totp' : 'other');
}

function profileOf(wire: z.infer<typeof zProfile>): BrokerProfile {
  return {
    clientCode: wire.clientcode,
    name: wire.name,
    email: wire.email || undefined,
    mobile: wire.mobileno || undefined,
    exchanges: wire.exchanges,
    products: wire.products,
  };
}

function fundsOf(wire: z.infer<typeof zFunds>): BrokerFunds {
  const {
    net,
    availablecash,
    collateral,
    utiliseddebits,
    availableintradaypayin: paidIn,
    utilisedpayout: paidOut,
  } = wire;
  const isMoveTold = paidIn !== undefined || paidOut !== undefined;
  const estimable = availablecash !== undefined && collateral !== undefined && utiliseddebits !== undefined;
  return {
    netPaise: net,
    availableCashPaise: availablecash,
    collateralPaise: collateral,
    utilisedDebitsPaise: utiliseddebits,
    unrealisedPaise: wire.m2munrealized,
    realisedPaise: wire.m2mrealized,
    estimatedFreeCashPaise: estimable ? availablecash + utiliseddebits - collateral : undefined,
    movedTodayPaise: isMoveTold ? (paidIn ?? 0n) - (paidOut ?? 0n) : undefined,
  };
}
