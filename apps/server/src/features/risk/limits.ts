import { type EpochMs, type IndiaDate, shortDay, toIndiaIso } from '@trickdesk/domain';

/** Over all that an account trades live; `undefined`: no such limit. Whole paise, after charges. */
export interface RiskLimits {
  readonly maxLossPerDayPaise: number | undefined;
  readonly maxTradesPerDay: number | undefined;
  readonly maxGrossExposurePaise: number | undefined;
  readonly maxNetExposurePaise: number | undefined;
  readonly maxMarginPercent: number | undefined;
  readonly maxOrdersPerMinute: number | undefined;
}

export const LIMIT_NAMES = [
  'maxLossPerDayPaise',
  'maxTradesPerDay',
  'maxGrossExposurePaise',
  'maxNetExposurePaise',
  'maxMarginPercent',
  'maxOrdersPerMinute',
] as const satisfies readonly (keyof RiskLimits)[];

export const NO_LIMITS: RiskLimits = {
  maxLossPerDayPaise: undefined,
  maxTradesPerDay: undefined,
  maxGrossExposurePaise: undefined,
  maxNetExposurePaise: undefined,
  maxMarginPercent: undefined,
  maxOrdersPerMinute: undefined,
};

/** Limits as they are kept: those of now, and looser ones that wait for their day. */
export interface KeptLimits {
  readonly now: RiskLimits;
  readonly next: { readonly limits: RiskLimits; readonly from: IndiaDate } | undefined;
}

/** What holds on an exchange day. */
export function limitsOn({ now, next }: KeptLimits, day: IndiaDate): RiskLimits {
  return next && next.from <= day ? next.limits : now;
}

export interface LimitChange {
  readonly kept: KeptLimits;
  /** What is asked for; a limit that is absent stays as it was asked for last, `null` takes it away. */
  readonly wanted: { readonly [Name in keyof RiskLimits]?: number | null | undefined };
  readonly lockedUntil: EpochMs | undefined;
  readonly wallNow: EpochMs;
  readonly today: IndiaDate;
  /** The first exchange day after today. */
  readonly nextDay: IndiaDate;
}

export type LimitDecision = { readonly allowed: true; readonly kept: KeptLimits } | { readonly allowed: false };

/** Tighter limits hold at once, looser ones from the next exchange day, and never while a lock holds. */
export function decideLimits({ kept, wanted, lockedUntil, wallNow, today, nextDay }: LimitChange): LimitDecision {
  const now = limitsOn(kept, today);
  const target = merge(kept.next?.limits ?? now, wanted);
  const isLocked = lockedUntil !== undefined && lockedUntil > wallNow;
  if (isLocked && LIMIT_NAMES.some((name) => isLooser(target[name], now[name]))) return { allowed: false };
  const tightened = tighter(now, target);
  if (isSame(tightened, target)) return { allowed: true, kept: { now: target, next: undefined } };
  return { allowed: true, kept: { now: tightened, next: { limits: target, from: nextDay } } };
}

function merge(base: RiskLimits, wanted: LimitChange['wanted']): RiskLimits {
  const of = (name: keyof RiskLimits): number | undefined => {
    const value = wanted[name];
    return value === undefined ? base[name] : (value ?? undefined);
  };
  return map(of);
}

function tighter(a: RiskLimits, b: RiskLimits): RiskLimits {
  return map((name) => (isLooser(a[name], b[name]) ? b[name] : a[name]));
}

function map(of: (name: keyof RiskLimits) => number | undefined): RiskLimits {
  return {
    maxLossPerDayPaise: of('maxLossPerDayPaise'),
    maxTradesPerDay: of('maxTradesPerDay'),
    maxGrossExposurePaise: of('maxGrossExposurePaise'),
    maxNetExposurePaise: of('maxNetExposurePaise'),
    maxMarginPercent: of('maxMarginPercent'),
    maxOrdersPerMinute: of('maxOrdersPerMinute'),
  };
}

/** No limit is looser than any. */
export function isLooser(limit: number | undefined, than: number | undefined): boolean {
  if (than === undefined) return false;
  return limit === undefined || limit > than;
}

function isSame(a: RiskLimits, b: RiskLimits): boolean {
  return LIMIT_NAMES.every((name) => a[name] === b[name]);
}

export type LockRefusal = 'RISK_LOCK_SHORTER' | 'RISK_LOCK_MOMENT';

const LONGEST_LOCK_MS = 366 * 86_400_000;

/** Whether a lock may be set: only ahead, and never shorter than one that holds. */
export function decideLock(request: {
  readonly until: EpochMs;
  readonly lockedUntil: EpochMs | undefined;
  readonly wallNow: EpochMs;
}): { readonly allowed: true } | { readonly allowed: false; readonly code: LockRefusal } {
  const { until, lockedUntil, wallNow } = request;
  if (until <= wallNow || until > wallNow + LONGEST_LOCK_MS) return { allowed: false, code: 'RISK_LOCK_MOMENT' };
  if (lockedUntil !== undefined && until < lockedUntil) {
    return { allowed: false, code: 'RISK_LOCK_SHORTER' };
  }
  return { allowed: true };
}

/** `12 Jan 2026, 14:30`, India's time. */
export function momentText(at: EpochMs): string {
  const [date = '', time = ''] = toIndiaIso(at).split('T');
  return `${shortDay(date)} ${date.slice(0, 4)}, ${time.slice(0, 5)}`;
}
