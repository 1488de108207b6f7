import type { ListedUser, OpsUser } from '@trickdesk/contract';
import { toSafePaise } from '@trickdesk/domain';
import type { UserRow } from './user-store.ts';
import type { UserReading } from './users.ts';

export function listedToWire(row: UserRow): ListedUser {
  return {
    ...{ userId: row.id, fullName: row.full_name, username: row.username, email: row.email, mobile: row.mobile },
    ...{ memberSince: row.created_at.toISOString(), kycVerified: row.kyc_verified_at !== null },
    ...{ isTradeactive: row.trade_activated_at !== null, isOperator: row.is_operator },
    ...(row.blocked_at === null ? {} : { blockedAt: row.blocked_at.toISOString() }),
  };
}

/** @param operatorId who looks at it */
export function userToWire(reading: UserReading, operatorId: number): OpsUser {
  const { user, verification, subscriptions, sessions, signIns, running, twoFactor, restingOrders } = reading;
  const paise = (...names: readonly string[]): number =>
    toSafePaise(names.reduce((sum, name) => sum + (reading.balances.get(name) ?? 0n), 0n));
  const { kyc, bank } = verification;
  const isOther = user.id !== operatorId;
  return {
    ...listedToWire(user),
    ...(user.blocked_because === null ? {} : { blockedBecause: user.blocked_because }),
    ...{ twoFactor, grantedForDemo: user.granted_for_demo },
    kyc: {
      status: kyc.status,
      ...(kyc.pan.masked === undefined ? {} : { panMasked: kyc.pan.masked }),
      ...(kyc.aadhaar.masked === undefined ? {} : { aadhaarMasked: kyc.aadhaar.masked }),
    },
    bank: {
      status: bank.status,
      ...(bank.accountMasked === undefined ? {} : { accountMasked: bank.accountMasked }),
      ...(bank.ifsc === undefined ? {} : { ifsc: bank.ifsc }),
    },
    plans: subscriptions.map(({ name, state, ends_at: endsAt, price_paise: pricePaise }) => ({
      ...{ name, state, endsAt: endsAt.toISOString(), pricePaise: toSafePaise(pricePaise) },
    })),
    ...{ mainPaise: paise('main'), rewardsPaise: paise('rewards'), heldPaise: paise('main_held', 'rewards_held') },
    sessions: sessions.map((session) => ({
      ...{ device: session.device, address: session.address },
      ...{ signedInAt: session.created_at.toISOString(), lastUsedAt: session.last_used_at.toISOString() },
    })),
    signIns: signIns.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
    running: { ...running, restingOrders },
    mayBlock: isOther && !user.is_operator && user.blocked_at === null,
    mayUnblock: isOther && user.blocked_at !== null,
    mayEndSessions: isOther && sessions.length > 0,
  };
}
