import type { Tx } from '@trickdesk/db';
import { addDays, formatPaise, type IndiaDate, MINUTE_MS, type Paise, weekdayOf } from '@trickdesk/domain';
import { nextSipDates, type SipDate, type SipPlan } from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { heldBackReason } from './desk-store.ts';
import * as owned from './owned-store.ts';
import type { AdvanceParts, BasketParts } from './parts.ts';
import { readMoment } from './read-market.ts';
import * as sips from './sip-store.ts';
import {
  beginRun,
  changeable,
  logDeed,
  mustBeOffered,
  type StartParts,
  type Today,
  todayOf,
  type Who,
} from './start-run.ts';
import { isStopped } from './stop-store.ts';
import { tellChange, tellLeftOut, tellMissed } from './tell.ts';

export interface SipWish {
  readonly myBasketId: number;
  readonly status: 'active' | 'paused' | 'stopped';
  readonly amountPaise?: Paise | undefined;
  readonly frequency?: SipPlan['frequency'] | undefined;
  readonly day?: number | undefined;
  readonly skipNext?: boolean | undefined;
}

export interface SipDates {
  readonly row: sips.SipRow;
  readonly next: readonly (SipDate & { readonly isSkipped: boolean })[];
}

const SHOWN_DATES = 3;
const LAST_WEEKDAY = 5;

/** Sets up or changes the SIP of a holding. What it was stays for whatever is not named. @throws Refusal */
export async function setSip(parts: StartParts, who: Who, wish: SipWish): Promise<SipDates> {
  const holding = await changeable(parts, who, wish.myBasketId);
  const { day: today } = await todayOf(parts);
  return parts.database.transaction(async (tx) => {
    await owned.lockOwned(tx, holding.id);
    const [before] = await sips.listSips(tx, [holding.id]);
    // What runs may be changed: nothing of it is invested while the basket is held back.
    if (wish.status === 'active' && before?.status !== 'active') await mustBeOffered(tx, holding.basket_id);
    const row = sipRow(wish, { before, ownedId: holding.id, today, at: new Date(parts.clock.now()) });
    await sips.upsertSip(tx, row);
    if (wish.skipNext !== undefined)
      await skipNext(tx, parts, { ownedId: holding.id, today, isSkipped: wish.skipNext });
    const { amount_paise: amount, frequency, status } = row;
    const sentence = `Set the SIP of ${holding.name}: ${formatPaise(amount)} ${frequency}, ${status}`;
    await logDeed(tx, parts, { who, owned: holding, sentence });
    await tellChange(tx, holding);
    return readSip(tx, parts.marketData, { ownedId: holding.id, today });
  });
}

interface Before {
  readonly before: sips.SipRow | undefined;
  readonly ownedId: number;
  readonly today: IndiaDate;
  readonly at: Date;
}

/** The row of a SIP after a wish. @throws Refusal where something is missing that was never said */
export function sipRow(wish: SipWish, { before, ownedId, today, at }: Before) {
  if (!before && wish.status !== 'active') throw new Refusal('SIP_NOT_SET');
  const { amount, frequency, anchor } = rhythmOf(wish, before);
  if (amount === undefined || frequency === undefined || anchor === undefined) {
    throw new Refusal(before ? 'SIP_INCOMPLETE' : 'SIP_NOT_SET', { errors: missing({ amount, frequency, anchor }) });
  }
  const isWeekly = frequency === 'weekly' || frequency === 'fortnightly';
  if (isWeekly && anchor > LAST_WEEKDAY) {
    const message = 'Choose a day from Monday (1) to Friday (5).';
    throw new Refusal('SIP_INCOMPLETE', { errors: [{ path: 'day', message }] });
  }
  // Another rhythm begins today, and what was missed while it paused is not made up for.
  const isSame = before?.frequency === frequency && before.anchor === anchor && before.status === 'active';
  return {
    ...{ owned_basket_id: ownedId, status: wish.status, amount_paise: amount, frequency, anchor },
    ...{ start_on: before && isSame ? before.start_on : today, set_at: at },
  };
}

/** What is said now, else what was said before; a day belongs to its frequency. */
function rhythmOf(wish: SipWish, before: sips.SipRow | undefined) {
  const isOther = wish.frequency !== undefined && wish.frequency !== before?.frequency;
  return {
    amount: wish.amountPaise ?? before?.amount_paise,
    frequency: wish.frequency ?? before?.frequency,
    anchor: wish.day ?? (isOther ? undefined : before?.anchor),
  };
}

function missing({ amount, frequency, anchor }: { amount?: unknown; frequency?: unknown; anchor?: unknown }) {
  return [
    ...(amount === undefined ? [{ path: 'amountPaise', message: 'Say how much is invested each time.' }] : []),
    ...(frequency === undefined ? [{ path: 'frequency', message: 'Say how often.' }] : []),
    ...(anchor === undefined ? [{ path: 'day', message: 'Say on which day.' }] : []),
  ];
}

export async function readSip(
  db: Tx | BasketParts['database']['kysely'],
  marketData: Pick<MarketDataService, 'calendar'>,
  { ownedId, today }: { readonly ownedId: number; readonly today: IndiaDate },
): Promise<SipDates> {
  const [row] = await sips.listSips(db, [ownedId]);
  if (!row) throw new Refusal('SIP_NOT_SET');
  const instalments = await sips.listInstalments(db, [ownedId]);
  return { row, next: datesOf(marketData, { row, instalments, today, count: SHOWN_DATES }) };
}

interface Dated {
  readonly row: sips.SipRow;
  readonly instalments: readonly sips.InstalmentRow[];
  readonly today: IndiaDate;
  readonly count: number;
}

/** The next instalments that are not dealt with; those that are skipped are among them. */
export function datesOf(market: Pick<MarketDataService, 'calendar'>, { row, instalments, today, count }: Dated) {
  return openDates(market, { row, instalments, today, count })
    .filter(({ dueOn }) => dueOn === undefined || dueOn >= today)
    .slice(0, count);
}

/** Instalments of today and before that were not dealt with, oldest first. */
export interface DueDates {
  /** Due today or in the last days, while nothing could begin: the newest is invested. */
  readonly due: readonly SipDate[];
  /** Their time has passed. */
  readonly passed: readonly SipDate[];
}

export function dueDates(market: Pick<MarketDataService, 'calendar'>, asked: Omit<Dated, 'count'>): DueDates {
  const earliest = addDays(asked.today, -LATE_DAYS);
  const open = openDates(market, { ...asked, count: 1 }).filter(({ isSkipped }) => !isSkipped);
  const before = open.filter(({ dueOn }) => dueOn !== undefined && dueOn <= asked.today);
  const isPassed = ({ dueOn }: SipDate): boolean => dueOn !== undefined && dueOn < earliest;
  return { due: before.filter((date) => !isPassed(date)), passed: before.filter(isPassed) };
}

/** An instalment is made up for within a week; later its time has passed. */
const LATE_DAYS = 7;
/** So far back is looked for instalments that were not dealt with: longer than closed days roll one, or a machine is down. */
const LOOKED_BACK_DAYS = 60;
const MOST_LOOKED_BACK = Math.ceil(LOOKED_BACK_DAYS / 7);

function openDates({ calendar }: Pick<MarketDataService, 'calendar'>, { row, instalments, today, count }: Dated) {
  const outcomes = new Map(instalments.map(({ key, outcome }) => [key, outcome]));
  const plan = { frequency: row.frequency, anchor: row.anchor, startOn: row.start_on };
  const from = addDays(today, -LOOKED_BACK_DAYS);
  const dates = nextSipDates(plan, from, count + MOST_LOOKED_BACK, calendar, (date) => isSpecial(calendar, date));
  return dates
    .filter(({ key }) => outcomes.get(key) === undefined || outcomes.get(key) === 'skipped')
    .map((date) => ({ ...date, isSkipped: outcomes.has(date.key) }));
}

/** Sessions on weekends, and those of an hour in the evening of a festival: orders of a plan are for regular days. */
function isSpecial(calendar: MarketDataService['calendar'], date: IndiaDate): boolean {
  const weekday = weekdayOf(date);
  if (weekday === 0 || weekday === 6) return true;
  const session = calendar.sessionOn(date);
  return session !== undefined && session.closeAt - session.openAt < SHORTEST_SESSION_MS;
}

const SHORTEST_SESSION_MS = 3 * 60 * MINUTE_MS;

async function skipNext(
  tx: Tx,
  { marketData, clock }: BasketParts,
  { ownedId, today, isSkipped }: { readonly ownedId: number; readonly today: IndiaDate; readonly isSkipped: boolean },
): Promise<void> {
  const { next } = await readSip(tx, marketData, { ownedId, today });
  const [date] = next;
  if (!date) return;
  if (!isSkipped) return sips.deleteSkipped(tx, ownedId, date.key);
  await sips.insertInstalment(tx, {
    ...{ owned_basket_id: ownedId, key: date.key, due_on: date.dueOn ?? date.nominalOn, outcome: 'skipped' },
    at: new Date(clock.now()),
  });
}

/** Begins the instalments that are due today, each once, where nothing else is under way for the basket. */
export async function investSips(parts: AdvanceParts): Promise<void> {
  const { database, marketData, desk, log } = parts;
  const moment = await readMoment(marketData);
  if (!moment?.isOpen) return;
  for (const row of await sips.listIdleSips(database.kysely, desk.mode, marketData.dataset)) {
    try {
      await investOne(parts, row.owned_basket_id, { day: moment.day, at: new Date(moment.now) });
    } catch (error) {
      log.error({ error, ownedBasketId: row.owned_basket_id }, 'an instalment of a SIP could not begin');
    }
  }
}

async function investOne({ database, marketData, clock }: AdvanceParts, ownedId: number, now: Today): Promise<void> {
  const { day: today, at } = now;
  await database.transaction(async (tx) => {
    await owned.lockOwned(tx, ownedId);
    const [row] = await sips.listSips(tx, [ownedId]);
    if (row?.status !== 'active' || (await owned.findRunUnderWay(tx, ownedId))) return;
    const instalments = await sips.listInstalments(tx, [ownedId]);
    const { due, passed } = dueDates(marketData, { row, instalments, today });
    const date = due.at(-1);
    if (!date && passed.length === 0) return;
    const holding = await owned.ownedById(tx, ownedId);
    if (holding.status !== 'open') return;
    const { basket_version_id: versionId } = holding;
    const amountPaise = row.amount_paise;
    await noteMissed(tx, { holding, dates: [...passed, ...due.slice(0, -1)], amountPaise, now });
    if (!date) return;
    if (await isLeftOut(tx, { holding, date, amountPaise, now })) return;
    const runId = await beginRun(tx, { clock }, { owned: holding, kind: 'sip', amountPaise, versionId, today: now });
    await sips.insertInstalment(tx, {
      ...{ owned_basket_id: ownedId, key: date.key, due_on: today, outcome: 'invested', basket_run_id: runId },
      at,
    });
  });
}

interface Due {
  readonly holding: owned.OwnedRecord;
  readonly date: SipDate;
  readonly amountPaise: Paise;
  readonly now: Today;
}

/** Of a basket that is held back, or while the kill switch is set, an instalment is left out on its day, and its owner told why; it is not made up for. */
async function isLeftOut(tx: Tx, { holding, date: { key, dueOn }, amountPaise, now }: Due): Promise<boolean> {
  const reason = await heldBackReason(tx, holding.basket_id);
  const isKilled = reason === undefined && (await isStopped(tx, holding));
  if (reason === undefined && !isKilled) return false;
  const day = dueOn ?? now.day;
  const note = isKilled ? 'The kill switch was set.' : 'The basket was held back.';
  await sips.insertInstalment(tx, {
    ...{ owned_basket_id: holding.id, key, due_on: day, outcome: 'missed', note },
    at: now.at,
  });
  await tellLeftOut(tx, { owned: holding, key, day, amountPaise, reason });
  return true;
}

interface Missed {
  readonly holding: owned.OwnedRecord;
  readonly dates: readonly SipDate[];
  readonly amountPaise: Paise;
  readonly now: Today;
}

/** Keeps that instalments could not begin in time, and tells the owner: nothing else would show that they are missing. */
async function noteMissed(tx: Tx, { holding, dates, amountPaise, now }: Missed): Promise<void> {
  for (const { key, dueOn } of dates) {
    const day = dueOn ?? now.day;
    await sips.insertInstalment(tx, {
      ...{ owned_basket_id: holding.id, key, due_on: day, outcome: 'missed', note: 'It could not begin in time.' },
      at: now.at,
    });
    await tellMissed(tx, { owned: holding, key, day, amountPaise });
  }
}
