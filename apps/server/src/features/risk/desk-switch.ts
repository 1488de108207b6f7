import type { Queryable, Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import { notify } from '../notifications/index.ts';
import { listResting } from './change-store.ts';
import { type DeskSwitchRow, deleteDeskSwitch, findDeskSwitch, putDeskSwitch } from './desk-switch-store.ts';
import { type ProductSwitchParts, takeBackEntries, wakeAccountDesks } from './product-switch.ts';
import { lockRisk } from './store.ts';

export interface DeskSwitching {
  readonly accountId: number;
  /** Its owner reads it. */
  readonly reason: string;
  readonly at: Date;
}

/**
 * Sets the operators' switch on one account: every live entry of it is refused from now on, and those that rest are
 * taken back. Tricks go on deciding; exits, stops and orders by hand that only close something stay. Its owner is told
 * and cannot lift it; whoever calls wakes the account's desks after the commit.
 *
 * @returns orders that are taken back
 * @throws Refusal `SWITCH_IS_SET`
 */
export async function setDeskSwitchWithin(
  tx: Tx,
  parts: Pick<ProductSwitchParts, 'dataset'>,
  { accountId, reason, at }: DeskSwitching,
): Promise<number> {
  // An entry that was asked for before commits before this, and later ones are refused.
  await lockRisk(tx, accountId);
  if (!(await putDeskSwitch(tx, accountId, { reason, set_at: at }))) throw new Refusal('SWITCH_IS_SET');
  const withdrawn = await takeBackEntries(tx, parts, { accountId, at });
  await notify(tx, {
    ...{ accountId, category: 'tricks', severity: 'urgent', link: '/risk' },
    dedupeKey: `risk:desk_switch:${at.toISOString()}`,
    title: 'Trickdesk has stopped your live entries',
    body: `${sentence(reason)} Entry orders taken back: ${withdrawn}. Exits and stops go on. Write to support to have it lifted.`,
  });
  return withdrawn;
}

/**
 * Lifts it: tricks enter again by themselves at their next signal. What was taken back does not come again.
 *
 * @returns what was set
 * @throws Refusal `SWITCH_NOT_SET`
 */
export async function liftDeskSwitchWithin(tx: Tx, { accountId, reason, at }: DeskSwitching): Promise<DeskSwitchRow> {
  await lockRisk(tx, accountId);
  const before = await deleteDeskSwitch(tx, accountId);
  if (!before) throw new Refusal('SWITCH_NOT_SET');
  await notify(tx, {
    ...{ accountId, category: 'tricks', severity: 'warning', link: '/risk' },
    dedupeKey: `risk:desk_switch_lifted:${at.toISOString()}`,
    title: 'Your live entries are possible again',
    body: `${sentence(reason)} Running live tricks enter again at their next signal. Orders that were taken back do not come again.`,
  });
  return before;
}

/** After the commit. */
export const wakeSwitched = wakeAccountDesks;

export const readDeskSwitch = findDeskSwitch;

export interface RestingFigures {
  /** Entry orders of tricks. */
  readonly entries: number;
  /** Orders by hand; those of them that only close something stay. */
  readonly byHand: number;
}

/** What a switch on the account would find at rest now. */
export async function countResting(db: Queryable, accountId: number): Promise<RestingFigures> {
  const [entries, byHand] = await Promise.all([listResting(db, accountId, 'entry'), listResting(db, accountId, 'own')]);
  const isLeft = ({ is_cancelled: isCancelled }: { readonly is_cancelled: boolean }): boolean => !isCancelled;
  return { entries: entries.filter(isLeft).length, byHand: byHand.filter(isLeft).length };
}

/** What a person wrote, as a sentence. */
function sentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}
