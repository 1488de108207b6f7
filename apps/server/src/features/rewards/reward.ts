import type { Tx } from '@trickdesk/db';
import { formatPaise, type Paise } from '@trickdesk/domain';
import { recordActivity } from '../activity/index.ts';
import { type Posting, postTransfer } from '../ledger/index.ts';
import { notify } from '../notifications/index.ts';
import { readFree } from '../wallet/index.ts';
import { collectable, DOUBTS, type Doubt, monthOf, tdsOf } from './rules.ts';
import * as store from './store.ts';

/** A plan that was paid, or whose invoice was taken back. */
export interface RewardedInvoice {
  readonly invoiceId: number;
  /** Who bought it. */
  readonly accountId: number;
  readonly planName: string;
  /** The tax year of a moment, such as `2627`. */
  readonly taxYear: string;
  readonly at: Date;
}

/**
 * Rewards whoever referred the buyer: the plan's fixed amount less tax, once for the invoice, and the round's where this
 * reaches its target. In the caller's transaction. Nobody is paid for the referrals of their referrals.
 */
export async function rewardReferrer(
  tx: Tx,
  { rewardPaise, ...paid }: RewardedInvoice & { readonly rewardPaise: Paise },
): Promise<void> {
  const referrerId = await store.findReferrerOf(tx, paid.accountId);
  if (referrerId === undefined) return;
  await store.lockRewards(tx, referrerId);
  if (rewardPaise > 0n) {
    const doubt = await findDoubt(tx, referrerId, paid.accountId);
    const plan = { kind: 'plan', invoice_id: paid.invoiceId, referred_id: paid.accountId } as const;
    if (doubt) return withhold(tx, { ...base(paid, referrerId, rewardPaise), ...plan }, doubt);
    await pay(
      tx,
      { ...base(paid, referrerId, rewardPaise), ...plan },
      `Reward: somebody you invited has ${paid.planName}.`,
    );
  }
  await rewardRound(tx, { ...paid, boughtAt: paid.at }, referrerId);
}

/** A reward that was withheld and that nobody has decided on, held until the transaction ends. */
async function holdWithheld(tx: Tx, rewardId: number): Promise<store.RewardRow | undefined> {
  const accountId = (await store.findReward(tx, rewardId))?.account_id;
  if (accountId === undefined) return undefined;
  await store.lockRewards(tx, accountId);
  // After the lock: somebody may have been quicker, or the plan was refunded.
  const reward = await store.findReward(tx, rewardId);
  return reward?.state === 'withheld' && reward.refused_at === null ? reward : undefined;
}

/**
 * Pays a reward that was withheld: somebody has looked, and the two are not one. Its tax is that of the year in which it is
 * paid; the round of its purchase may be reached by it.
 *
 * @returns whether it was withheld until now: only then it was paid
 */
export async function releaseReward(
  tx: Tx,
  { rewardId, taxYear, at }: Pick<RewardedInvoice, 'taxYear' | 'at'> & { readonly rewardId: number },
): Promise<boolean> {
  const reward = await holdWithheld(tx, rewardId);
  if (!reward) return false;
  const { account_id: accountId, gross_paise: gross } = reward;
  const tds = tdsOf(gross, await store.sumYear(tx, accountId, taxYear), await store.hasPan(tx, accountId));
  await store.markReleased(tx, rewardId, { taxYear, tdsPaise: tds });
  await credit(tx, { id: rewardId, accountId, gross, tds, at }, 'A reward that was withheld is paid.');
  await rewardRound(tx, { taxYear, at, boughtAt: reward.at }, accountId);
  return true;
}

/**
 * Withholds a reward for good: somebody has looked, and the two are one. Its owner reads why.
 *
 * @returns whether it was withheld until now
 */
export async function refuseReward(
  tx: Tx,
  { rewardId, reason, at }: { readonly rewardId: number; readonly reason: string; readonly at: Date },
): Promise<boolean> {
  const reward = await holdWithheld(tx, rewardId);
  if (!reward) return false;
  const { account_id: accountId, gross_paise: gross } = reward;
  await store.markRefused(tx, rewardId, { because: reason, at });
  const sentence = `A reward of ${formatPaise(gross)} is not paid. ${reason}`;
  await recordActivity(tx, { accountId, kind: 'money', sentence, facts: { rewardId }, at });
  await notify(tx, {
    ...{
      accountId,
      category: 'team',
      dedupeKey: `reward-refused:${rewardId}`,
      severity: 'warning',
      link: '/team/rewards',
    },
    title: `A reward of ${formatPaise(gross)} is not paid`,
    body: reason,
  });
  return true;
}

type RewardFacts = Pick<
  store.RewardInsert,
  'account_id' | 'gross_paise' | 'tax_year' | 'at' | 'kind' | 'invoice_id' | 'referred_id' | 'month'
>;

const base = ({ taxYear, at }: Pick<RewardedInvoice, 'taxYear' | 'at'>, accountId: number, grossPaise: Paise) => ({
  ...{ account_id: accountId, gross_paise: grossPaise, tax_year: taxYear, at },
});

/** What speaks for somebody who refers themselves by another name; a PAN belongs to one account already. */
async function findDoubt(tx: Tx, referrerId: number, referredId: number): Promise<Doubt | undefined> {
  if (await store.shareBankAccount(tx, referrerId, referredId)) return 'same_bank_account';
  return (await store.shareBrowser(tx, referrerId, referredId)) ? 'same_browser' : undefined;
}

/** Nothing is paid until an operator has looked at it; that, and why, is told: it may be a household. */
async function withhold(tx: Tx, row: RewardFacts, doubt: Doubt): Promise<void> {
  const because = DOUBTS[doubt];
  const id = await store.insertReward(tx, { ...row, state: 'withheld', withheld_because: because, tds_paise: 0n });
  if (id === undefined) return;
  const { account_id: accountId, gross_paise: gross, at } = row;
  const sentence = `A reward of ${formatPaise(gross)} is withheld until somebody has looked at it. ${because}`;
  await recordActivity(tx, { accountId, kind: 'money', sentence, facts: { rewardId: id }, at });
  await notify(tx, {
    ...{ accountId, category: 'team', dedupeKey: `reward-withheld:${id}`, severity: 'warning', link: '/team/rewards' },
    title: `A reward of ${formatPaise(gross)} is withheld`,
    body: `${because} It is not lost: somebody of Trickdesk looks at it first, since people of one household may share a device.`,
  });
}

async function pay(tx: Tx, row: RewardFacts, sentence: string): Promise<void> {
  const { account_id: accountId, gross_paise: gross, tax_year: taxYear, at } = row;
  const tds = tdsOf(gross, await store.sumYear(tx, accountId, taxYear), await store.hasPan(tx, accountId));
  const id = await store.insertReward(tx, { ...row, state: 'paid', tds_paise: tds });
  if (id !== undefined) await credit(tx, { id, accountId, gross, tds, at }, sentence);
}

interface Credit {
  readonly id: number;
  readonly accountId: number;
  readonly gross: Paise;
  readonly tds: Paise;
  readonly at: Date;
}

async function credit(tx: Tx, { id, accountId, gross, tds, at }: Credit, sentence: string): Promise<void> {
  const net = gross - tds;
  const postings: Posting[] = [
    { account: { ownerId: null, name: 'revenue' }, amountPaise: -gross },
    { account: { ownerId: null, name: 'tds_payable' }, amountPaise: tds },
    { account: { ownerId: accountId, name: 'rewards' }, amountPaise: net },
  ];
  const taxed = tds === 0n ? sentence : `${sentence} ${formatPaise(gross)} less ${formatPaise(tds)} tax deducted.`;
  const transfer = { cause: 'reward', causeId: String(id), idempotencyKey: `reward:${id}`, sentence: taxed } as const;
  await postTransfer(tx, { ...transfer, postings: moving(postings) }, at);
  await tell(tx, { accountId, id, sentence: taxed, net, at });
  await collect(tx, accountId, at);
}

/** A side that moves nothing is none. */
const moving = (postings: readonly Posting[]): Posting[] => postings.filter(({ amountPaise }) => amountPaise !== 0n);

async function tell(
  tx: Tx,
  { accountId, id, sentence, net, at }: { accountId: number; id: number; sentence: string; net: Paise; at: Date },
): Promise<void> {
  await recordActivity(tx, { accountId, kind: 'money', sentence, facts: { rewardId: id }, at });
  await notify(tx, {
    ...{ accountId, category: 'team', dedupeKey: `reward:${id}`, severity: 'info', link: '/team/rewards' },
    title: `${formatPaise(net)} came to your rewards`,
    body: sentence,
  });
}

/** What could not be taken back before is taken from what came. */
async function collect(tx: Tx, accountId: number, at: Date): Promise<void> {
  for (const { id, uncollected_paise: owed } of await store.listUncollected(tx, accountId)) {
    const { rewardsPaise } = await readFree(tx, accountId);
    const taken = collectable(owed, rewardsPaise);
    if (taken === 0n) return;
    const left = owed - taken;
    const postings: Posting[] = [
      { account: { ownerId: accountId, name: 'rewards' }, amountPaise: -taken },
      { account: { ownerId: null, name: 'revenue' }, amountPaise: taken },
    ];
    const sentence = 'The rest of a reward that was taken back before.';
    const idempotencyKey = `reward-collected:${id}:${left}`;
    await postTransfer(tx, { cause: 'reversal', causeId: String(id), idempotencyKey, sentence, postings }, at);
    await store.setUncollected(tx, id, left);
  }
}

/** A round is of the month in which its plans were bought, whenever it is paid. */
type RoundMoment = Pick<RewardedInvoice, 'taxYear' | 'at'> & { readonly boughtAt: Date };

async function rewardRound(tx: Tx, { boughtAt, ...paid }: RoundMoment, referrerId: number): Promise<void> {
  const { month, ...span } = monthOf(boughtAt.getTime());
  const round = await store.findRound(tx, month);
  if (!round || (await store.countActivated(tx, referrerId, span)) < round.target) return;
  const row = { ...base(paid, referrerId, round.reward_paise), kind: 'round', month } as const;
  await pay(tx, row, `Reward for the round of ${month}: ${round.target} people you invited bought their first plan.`);
}

/** Takes a reward back with its invoice, and the round's where it falls below its target by that. */
export async function takeRewardBack(tx: Tx, taken: Omit<RewardedInvoice, 'taxYear'>): Promise<void> {
  const accountId = (await store.findRewardOfInvoice(tx, taken.invoiceId))?.account_id;
  if (accountId === undefined) return;
  await store.lockRewards(tx, accountId);
  // After the lock: one that was withheld may just have been paid.
  const reward = await store.findRewardOfInvoice(tx, taken.invoiceId);
  if (!reward) return;
  await takeBack(tx, reward, { sentence: `A reward is taken back: ${taken.planName} was refunded.`, at: taken.at });
  const { month, ...span } = monthOf(reward.at.getTime());
  const ofRound = await store.findRewardOfRound(tx, accountId, month);
  const round = ofRound && (await store.findRound(tx, month));
  if (!ofRound || !round || (await store.countActivated(tx, accountId, span)) >= round.target) return;
  const sentence = `The reward for the round of ${month} is taken back: a plan in it was refunded.`;
  await takeBack(tx, ofRound, { sentence, at: taken.at });
}

async function takeBack(
  tx: Tx,
  reward: store.RewardRow,
  { sentence, at }: { readonly sentence: string; readonly at: Date },
): Promise<void> {
  const { id, account_id: accountId, state, gross_paise: gross, tds_paise: tds } = reward;
  if (state === 'taken_back') return;
  if (state === 'withheld') return store.markTakenBack(tx, id, { at, uncollectedPaise: 0n });
  const net = gross - tds;
  const { rewardsPaise } = await readFree(tx, accountId);
  const taken = collectable(net, rewardsPaise);
  const postings: Posting[] = [
    { account: { ownerId: accountId, name: 'rewards' }, amountPaise: -taken },
    { account: { ownerId: null, name: 'tds_payable' }, amountPaise: -tds },
    { account: { ownerId: null, name: 'revenue' }, amountPaise: taken + tds },
  ];
  if (taken + tds > 0n) {
    const transfer = { cause: 'reversal', causeId: String(id), idempotencyKey: `reward-back:${id}`, sentence } as const;
    await postTransfer(tx, { ...transfer, postings: moving(postings) }, at);
  }
  await store.markTakenBack(tx, id, { at, uncollectedPaise: net - taken });
  await recordActivity(tx, { accountId, kind: 'money', sentence, facts: { rewardId: id }, at });
  await notify(tx, {
    ...{ accountId, category: 'team', dedupeKey: `reward-back:${id}`, severity: 'warning', link: '/team/rewards' },
    title: `${formatPaise(net)} of rewards are taken back`,
    body: taken === net ? sentence : `${sentence} What your wallet does not hold is taken from your next rewards.`,
  });
}
