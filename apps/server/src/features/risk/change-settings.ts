import type { Tx } from '@trickdesk/db';
import { addDays, type EpochMs, formatPaise, type IndiaDate, indiaMoment } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import { recordActivity } from '../activity/index.ts';
import { type AccountRow, readAccount } from './account-row.ts';
import { putLimits, putLock } from './change-store.ts';
import { decideLimits, decideLock, LIMIT_NAMES, type LimitChange, limitsOn, momentText } from './limits.ts';
import type { RiskParts } from './parts.ts';
import { dayOf } from './read-facts.ts';
import { lockRisk } from './store.ts';

interface Today {
  readonly wallNow: EpochMs;
  readonly day: IndiaDate;
  /** The exchange has said so; before its first price the day is ours. */
  readonly isKnown: boolean;
}

/** Asked before the transaction: inside it, it would take a second connection. */
async function todayOf({ marketData, clock }: RiskParts): Promise<Today> {
  const wallNow = clock.now();
  const { now } = await marketData.marketState();
  return { wallNow, day: dayOf(now, wallNow), isKnown: now !== undefined };
}

/** @throws Refusal `RISK_LOCKED` for anything looser while a lock holds */
export async function changeLimits(parts: RiskParts, caller: Caller, wanted: LimitChange['wanted']): Promise<void> {
  const { accountId } = caller;
  const today = await todayOf(parts);
  const { wallNow, day } = today;
  await parts.database.transaction(async (tx) => {
    const row = await lockAccount(tx, parts, { accountId, today });
    const change = { wanted, lockedUntil: row.lockedUntil, wallNow, today: day, nextDay: nextDayOf(parts, day) };
    const decision = decideLimits({ kept: row.kept, ...change });
    if (!decision.allowed) throw new Refusal('RISK_LOCKED', lockWords(row));
    const { next } = decision.kept;
    // Which exchange day comes next is the exchange's to say.
    if (next && !today.isKnown) throw new Refusal('MARKET_DATA_UNAVAILABLE');
    await putLimits(tx, accountId, decision.kept, new Date(wallNow));
    const waits = next ? ` What is looser holds from ${next.from}.` : '';
    const sentence = `Changed the risk limits of the account: ${namesOf(wanted)}.${waits}`;
    await log(tx, caller, { sentence, facts: { wanted, kept: decision.kept }, wallNow });
  });
}

/** Looser limits that wait are dropped with it: they would loosen something while it holds. */
export async function lockAccountRisk(
  parts: RiskParts,
  caller: Caller,
  { until, reason }: { readonly until: EpochMs; readonly reason: string },
): Promise<void> {
  const { accountId } = caller;
  const today = await todayOf(parts);
  const { wallNow, day } = today;
  await parts.database.transaction(async (tx) => {
    const row = await lockAccount(tx, parts, { accountId, today });
    const decision = decideLock({ until, lockedUntil: row.lockedUntil, wallNow });
    if (!decision.allowed) throw new Refusal(decision.code);
    await putLimits(tx, accountId, { now: limitsOn(row.kept, day), next: undefined }, new Date(wallNow));
    await putLock(tx, accountId, { until, reason });
    const sentence = `Locked the account’s risk until ${momentText(until)}: ${reason}`;
    await log(tx, caller, { sentence, facts: { until }, wallNow });
  });
}

function lockAccount(
  tx: Tx,
  parts: RiskParts,
  { accountId, today }: { readonly accountId: number; readonly today: Today },
): Promise<AccountRow> {
  const { day, wallNow } = today;
  const moment = { accountId, dataset: parts.marketData.dataset, day, wallNow };
  return lockRisk(tx, accountId).then(() => readAccount(tx, moment));
}

/** A calendar that ends is no reason to loosen at once. */
function nextDayOf({ marketData }: RiskParts, day: IndiaDate): IndiaDate {
  const after = addDays(day, 1);
  return marketData.calendar.nextSession(indiaMoment(after) - 1)?.date ?? after;
}

export function lockWords({ lockedUntil }: Pick<AccountRow, 'lockedUntil'>): { message?: string } {
  if (lockedUntil === undefined) return {};
  return {
    message: `Your risk lock holds until ${momentText(lockedUntil)}. Until then nothing can be loosened or lifted.`,
  };
}

const NAMES: Readonly<Record<(typeof LIMIT_NAMES)[number], string>> = {
  maxLossPerDayPaise: 'daily loss',
  maxTradesPerDay: 'trades a day',
  maxGrossExposurePaise: 'gross exposure',
  maxNetExposurePaise: 'net exposure',
  maxMarginPercent: 'margin',
  maxOrdersPerMinute: 'orders a minute',
};

function namesOf(wanted: LimitChange['wanted']): string {
  const changed = LIMIT_NAMES.filter((name) => wanted[name] !== undefined);
  if (changed.length === 0) return 'nothing';
  return changed.map((name) => `${NAMES[name]} ${valueText(name, wanted[name] ?? undefined)}`).join(', ');
}

function valueText(name: (typeof LIMIT_NAMES)[number], value: number | undefined): string {
  if (value === undefined) return 'none';
  if (name.endsWith('Paise')) return formatPaise(value);
  return name === 'maxMarginPercent' ? `${value} %` : String(value);
}

function log(
  tx: Tx,
  { accountId, origin }: Caller,
  entry: { readonly sentence: string; readonly facts: object; readonly wallNow: EpochMs },
): Promise<void> {
  const { sentence, facts, wallNow } = entry;
  return recordActivity(tx, { accountId, kind: 'settings', sentence, origin, facts, at: new Date(wallNow) });
}
