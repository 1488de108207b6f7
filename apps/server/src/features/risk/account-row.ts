import type { Queryable } from '@trickdesk/db';
import type { EpochMs, IndiaDate } from '@trickdesk/domain';
import { type KeptLimits, LIMIT_NAMES, NO_LIMITS, type RiskLimits } from './limits.ts';
import type { SetSwitch } from './rules.ts';
import { type AccountColumns, type LimitColumns, type Moment, selectAccount } from './store.ts';

/** Limits, switches and counts of an account as they are kept. */
export interface AccountRow {
  readonly kept: KeptLimits;
  readonly lockedUntil: EpochMs | undefined;
  readonly lockReason: string | undefined;
  readonly stoppedDay: IndiaDate | undefined;
  readonly killSwitch: SetSwitch;
  readonly broker: { readonly isLinked: boolean; readonly tokenExpiresAt: EpochMs } | undefined;
  readonly funds: { readonly availablePaise: number; readonly usedPaise: number } | undefined;
  readonly realisedPaise: number;
  readonly trickTrades: number;
  readonly ordersLastMinute: number;
  /** Raised with each change of what limits are weighed by; absent where there never was one. */
  readonly version: bigint | undefined;
}

export async function readAccount(db: Queryable, moment: Moment): Promise<AccountRow> {
  return accountOf(await selectAccount(db, moment));
}

function accountOf(row: AccountColumns): AccountRow {
  const { funds_available_paise: available, funds_used_paise: used } = row;
  return {
    kept: keptOf(row),
    lockedUntil: row.locked_until?.getTime(),
    lockReason: row.lock_reason ?? undefined,
    stoppedDay: row.stopped_day ?? undefined,
    killSwitch: switchOf(row),
    broker: row.token_expires_at
      ? { isLinked: row.link_status === 'linked', tokenExpiresAt: row.token_expires_at.getTime() }
      : undefined,
    funds:
      available === null || used === null ? undefined : { availablePaise: Number(available), usedPaise: Number(used) },
    realisedPaise: Number(row.realised_paise),
    trickTrades: Number(row.trick_trades),
    ordersLastMinute: Number(row.last_minute),
    version: row.version ?? undefined,
  };
}

/** The one that its owner can do least about is named. */
function switchOf({ product_killed: ofAll, desk_killed: byDesk, is_killed: own }: AccountColumns): SetSwitch {
  if (ofAll) return 'product';
  if (byDesk) return 'desk';
  return own ? 'account' : 'none';
}

function keptOf(row: LimitColumns): KeptLimits {
  const now: RiskLimits = {
    maxLossPerDayPaise: numberOf(row.max_loss_per_day_paise),
    maxTradesPerDay: numberOf(row.max_trades_per_day),
    maxGrossExposurePaise: numberOf(row.max_gross_exposure_paise),
    maxNetExposurePaise: numberOf(row.max_net_exposure_paise),
    maxMarginPercent: numberOf(row.max_margin_percent),
    maxOrdersPerMinute: numberOf(row.max_orders_per_minute),
  };
  if (row.next_from === null || row.next_limits === null) return { now, next: undefined };
  return { now, next: { limits: limitsIn(row.next_limits), from: row.next_from } };
}

function numberOf(value: bigint | number | null): number | undefined {
  return value === null ? undefined : Number(value);
}

/** Limits as `putLimits` wrote them. */
function limitsIn(body: unknown): RiskLimits {
  const fields = new Map<string, unknown>(typeof body === 'object' && body !== null ? Object.entries(body) : []);
  const limits: { -readonly [Name in keyof RiskLimits]: RiskLimits[Name] } = { ...NO_LIMITS };
  for (const name of LIMIT_NAMES) {
    const value = fields.get(name);
    if (typeof value === 'number') limits[name] = value;
  }
  return limits;
}
