import type { BrokerFunds, BrokerReply, BrokerSessions, LogInOutcome, LogInRequest } from '@trickdesk/brokers';
import { createSmartApi, type SmartApi } from '@trickdesk/brokers/smartapi';

/** A broker behind the port whose answers a test decides. */
export interface ScriptedBroker {
  readonly smartApi: SmartApi;
  /** Every sign-in that was asked for. */
  readonly logIns: LogInRequest[];
  /** Client codes that were signed out. */
  readonly logOuts: string[];
  fundsAsked: number;
  nextLogIn: LogInOutcome | undefined;
  funds: BrokerReply<BrokerFunds>;
  logOutReply: BrokerReply<null>;
  /** What the answer to a sign-out waits for. */
  beforeLogOut: (() => Promise<void>) | undefined;
  /** The client whom the broker says it signed in; the one that asked when not set. */
  profileOf: string | undefined;
}

export function scriptedFunds(netPaise: bigint): BrokerReply<BrokerFunds> {
  const value: BrokerFunds = {
    netPaise,
    availableCashPaise: netPaise,
    collateralPaise: undefined,
    utilisedDebitsPaise: 250_00n,
    unrealisedPaise: undefined,
    realisedPaise: undefined,
    estimatedFreeCashPaise: undefined,
  };
  return { kind: 'ok', value };
}

export function createScriptedBroker(now: () => number): ScriptedBroker {
  let issued = 0;
  const sessions: BrokerSessions = {
    logIn: async (request) => {
      broker.logIns.push(request);
      if (broker.nextLogIn) return broker.nextLogIn;
      issued += 1;
      const tokenOf = (kind: string): string => `${kind}-secret-${issued}`;
      return {
        kind: 'ok',
        value: {
          accessToken: tokenOf('access'),
          refreshToken: tokenOf('refresh'),
          feedToken: tokenOf('feed'),
          issuedAt: now(),
        },
      };
    },
    renew: async () => ({ kind: 'session_expired' }),
    logOut: async (access) => {
      broker.logOuts.push(access.clientCode);
      await broker.beforeLogOut?.();
      return broker.logOutReply;
    },
    profile: async ({ clientCode }) => ({
      kind: 'ok',
      value: {
        clientCode: broker.profileOf ?? clientCode,
        name: 'ASHA RAO',
        email: undefined,
        mobile: undefined,
        exchanges: ['NSE'],
        products: ['MIS'],
      },
    }),
    funds: async () => {
      broker.fundsAsked += 1;
      return broker.funds;
    },
  };
  const broker: ScriptedBroker = {
    smartApi: { ...createSmartApi({ baseUrl: 'http://127.0.0.1:9' }), sessions },
    logIns: [],
    logOuts: [],
    fundsAsked: 0,
    nextLogIn: undefined,
    funds: scriptedFunds(10_00_000_00n),
    logOutReply: { kind: 'ok', value: null },
    beforeLogOut: undefined,
    profileOf: undefined,
  };
  return broker;
}
