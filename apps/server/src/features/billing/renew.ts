import type { Tx } from '@trickdesk/db';
import { recordActivity } from '../activity/index.ts';
import { notify } from '../notifications/index.ts';
import { readFree } from '../wallet/index.ts';
import { endEntitlement } from './end-entitlement.ts';
import { formatDay, formatMoney } from './format.ts';
import { fulfil } from './fulfil.ts';
import type { BillingParts } from './parts.ts';
import { endOfPeriod, GRACE_MS, NOTICE_MS, shareOfWallets, type Turn, turnOf } from './rules.ts';
import {
  countLiveTricks,
  endSubscription,
  findPlan,
  findSubscription,
  listDue,
  lockBilling,
  type SubscriptionRow,
  setSubscription,
} from './store.ts';

const AT_ONCE = 200;

/**
 * What time brings to subscriptions: a notice three days ahead, renewal from the wallet where its owner agreed to that,
 * days of grace, the end. Each once, whoever does it.
 *
 * @returns how many were looked at
 */
export async function renewSubscriptions(parts: BillingParts): Promise<number> {
  const { database, clock } = parts;
  let looked = 0;
  let after = 0;
  for (;;) {
    const now = new Date(clock.now());
    const noticeBefore = new Date(clock.now() + NOTICE_MS);
    const due = await listDue(database.kysely, { now, noticeBefore, after, limit: AT_ONCE });
    for (const { id, account_id: accountId } of due) {
      await database.transaction((tx) => takeTurn(tx, parts, { accountId, subscriptionId: id }));
      after = id;
    }
    looked += due.length;
    if (due.length < AT_ONCE) return looked;
  }
}

async function takeTurn(
  tx: Tx,
  parts: BillingParts,
  owner: { readonly accountId: number; readonly subscriptionId: number },
): Promise<void> {
  const now = parts.clock.now();
  await lockBilling(tx, owner.accountId);
  const row = await findSubscription(tx, owner);
  if (!row || row.state === 'ended') return;
  const share = shareOfWallets(row.renewal_paise, await readFree(tx, owner.accountId));
  const facts = {
    ...{ state: row.state, endsAt: row.ends_at.getTime(), isCancelled: row.cancelled_at !== null },
    ...{ renewsFromWallet: row.renews_from_wallet, toldUntil: row.told_until?.getTime() },
    walletCovers: share !== undefined,
  };
  await act(tx, parts, { row, share, at: new Date(now) }, turnOf(facts, now));
}

interface Turning {
  readonly row: SubscriptionRow;
  readonly share: ReturnType<typeof shareOfWallets>;
  readonly at: Date;
}

async function act(tx: Tx, parts: BillingParts, turning: Turning, turn: Turn): Promise<void> {
  const { row, at } = turning;
  switch (turn) {
    case 'nothing':
      return;
    case 'tell':
      await setSubscription(tx, row.id, { told_until: row.ends_at, told_paise: row.renewal_paise });
      return tellEnd(tx, row);
    case 'renew':
      return renew(tx, parts, turning);
    case 'grace':
      await setSubscription(tx, row.id, { state: 'grace' });
      return tellGrace(tx, row);
    case 'cancel':
    case 'expire':
      await endSubscription(tx, row.id, turn === 'cancel' ? 'cancelled' : 'expired', at);
      await endEntitlement(tx, row, at);
      return tellEnded(tx, row);
  }
}

async function renew(tx: Tx, parts: BillingParts, { row, share, at }: Turning): Promise<void> {
  const plan = await findPlan(tx, row.plan_id);
  if (!plan || !share) throw new Error(`subscription ${row.id} cannot be renewed`);
  const from = row.ends_at.getTime();
  const sums = { listPaise: row.renewal_paise, duePaise: row.renewal_paise, creditPaise: 0n };
  const offer = { kind: 'extend', subscriptionId: row.id, from, to: endOfPeriod(from, plan.period), ...sums } as const;
  const accountId = row.account_id;
  const paid = { by: 'wallet', ...share } as const;
  await fulfil(tx, parts, { accountId, plan, offer, paid, renewsFromWallet: true, at });
}

async function tellEnd(tx: Tx, row: SubscriptionRow): Promise<void> {
  const { account_id: accountId, name, cancelled_at: cancelledAt, renews_from_wallet: fromWallet } = row;
  const price = formatMoney(row.renewal_paise);
  const next =
    cancelledAt !== null
      ? 'You have cancelled it, so it is not renewed.'
      : fromWallet
        ? `${price} are taken from your wallet then; where it does not cover that, you have three days more to pay.`
        : `Renew it for ${price}. You have three days more to pay; then it ends.`;
  await notify(tx, {
    accountId,
    category: 'subscription',
    dedupeKey: `ends:${row.id}:${row.ends_at.toISOString()}`,
    title: `${name} runs until ${formatDay(row.ends_at.getTime())}`,
    body: `${next}${await liveWords(tx, row)}`,
    link: '/subscription',
    severity: 'warning',
  });
}

async function liveWords(tx: Tx, { account_id: accountId, entitlements }: SubscriptionRow): Promise<string> {
  const count = entitlements.liveTrading ? await countLiveTricks(tx, accountId) : 0;
  if (count === 0) return '';
  const tricks = count === 1 ? 'Your live trick is' : `Your ${count} live tricks are`;
  return ` ${tricks} halted when it ends: no new entries, exits go on, nothing is sold.`;
}

async function tellGrace(tx: Tx, row: SubscriptionRow): Promise<void> {
  const until = formatDay(row.ends_at.getTime() + GRACE_MS);
  await notify(tx, {
    accountId: row.account_id,
    category: 'subscription',
    dedupeKey: `grace:${row.id}:${row.ends_at.toISOString()}`,
    title: `${row.name} is not paid`,
    body: `It goes on until ${until}. Renew it for ${formatMoney(row.renewal_paise)} before, and nothing stops.${await liveWords(tx, row)}`,
    link: '/subscription',
    severity: 'urgent',
  });
}

async function tellEnded(tx: Tx, row: SubscriptionRow): Promise<void> {
  const { account_id: accountId, name } = row;
  const live = row.entitlements.liveTrading ? ' Live tricks take no new entries; exits go on, nothing was sold.' : '';
  await notify(tx, {
    accountId,
    category: 'subscription',
    dedupeKey: `ended:${row.id}`,
    title: `${name} has ended`,
    body: `What it unlocked is locked again.${live} Buy it again whenever you like.`,
    link: '/subscription',
    severity: 'urgent',
  });
}

/** One turns it off: it ends with the period that is paid for. */
export async function cancelSubscription(
  parts: BillingParts,
  owner: { readonly accountId: number; readonly subscriptionId: number },
): Promise<SubscriptionRow | 'missing' | 'ended'> {
  const at = new Date(parts.clock.now());
  return parts.database.transaction(async (tx) => {
    await lockBilling(tx, owner.accountId);
    const row = await findSubscription(tx, owner);
    if (!row) return 'missing';
    if (row.state === 'ended') return 'ended';
    if (row.cancelled_at !== null) return row;
    await setSubscription(tx, row.id, { cancelled_at: at });
    const sentence = `${row.name} cancelled: it runs until ${formatDay(row.ends_at.getTime())}.`;
    await recordActivity(tx, { accountId: owner.accountId, kind: 'money', sentence, at });
    return { ...row, cancelled_at: at };
  });
}
