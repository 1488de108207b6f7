import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Accounts, accountIdOf, DEMO_INVESTOR, DEMO_OPERATOR, DEMO_PASSWORD } from '../features/accounts/index.ts';
import type { BillingService } from '../features/billing/index.ts';
import type { KycService } from '../features/kyc/index.ts';
import type { WithdrawalsService } from '../features/withdrawals/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { Foundation } from './foundation.ts';

/** Whom the demo investor has invited; nobody knows their passwords. */
const FRIENDS = [
  { fullName: 'Kiran Kulkarni', username: 'demo.kiran', mobile: '9000000011', plan: 'trade-year' },
  { fullName: 'Meera Menon', username: 'demo.meera', mobile: '9000000012', plan: 'robo-year' },
  { fullName: 'Farhan Shaikh', username: 'demo.farhan', mobile: '9000000013', plan: 'backtest-plus-month' },
] as const;

const ORIGIN = { requestId: 'demo', address: '127.0.0.1', device: 'demo' };
const PAN = { pan: 'ZZZPD1234Z', name: 'Devika Demo', dateOfBirth: '1988-08-15' };
const ACCOUNT_NUMBER = '555500010000';
const WITHDRAWN = 500_00n;
const PAID_WITHIN_MS = 20_000;

export interface DemoMoneyParts {
  readonly foundation: Foundation;
  readonly accounts: Accounts;
  readonly kyc: KycService;
  readonly billing: BillingService;
  readonly withdrawals: WithdrawalsService;
}

/**
 * Gives the demo investor a team, rewards and a withdrawal by using the product and its sandboxes: three people register by
 * the link and pay for plans at the gateway. Safe to repeat; what was done stays. With a real gateway nothing is done.
 */
export async function makeDemoMoney(parts: DemoMoneyParts): Promise<void> {
  const { foundation, withdrawals } = parts;
  if (foundation.settings.payments.razorpay !== undefined) return;
  const accountId = await accountIdOf(foundation.database.kysely, DEMO_INVESTOR);
  if (accountId === undefined) return;
  const who = { accountId, origin: ORIGIN };
  await proveWhoTheyAre(parts, who);
  for (const friend of FRIENDS) await invite(parts, accountId, friend);
  const { obstacles } = await withdrawals.terms(accountId);
  if (obstacles.length > 0) return;
  const asked = { wallet: 'rewards', amountPaise: WITHDRAWN, password: DEMO_PASSWORD } as const;
  const withdrawal = await withdrawals.request(who, { ...asked, idempotencyKey: 'demo-withdrawal' });
  const operatorId = await accountIdOf(foundation.database.kysely, DEMO_OPERATOR);
  if (withdrawal.state !== 'requested' || operatorId === undefined) return;
  const { withdrawalId } = withdrawal;
  await withdrawals.approve({ accountId: operatorId, origin: ORIGIN }, { withdrawalId, password: DEMO_PASSWORD });
}

type Who = Parameters<KycService['verifyPan']>[0];

/** Before anything is granted for the demo: what is granted is not asked about any more. */
async function proveWhoTheyAre({ foundation, accounts, kyc, withdrawals }: DemoMoneyParts, who: Who): Promise<void> {
  const account = await accounts.readProfile(who.accountId);
  if (account.kyc_verified_at === null) {
    const { requestId } = await kyc.sendCode(who, '999941057058');
    await kyc.checkCode(who, { requestId, otp: '123456' });
    await kyc.verifyPan(who, PAN);
    foundation.log.info({}, 'the demo investor is verified by the sandbox');
  }
  const { obstacles } = await withdrawals.terms(who.accountId);
  if (!obstacles.includes('bank_missing')) return;
  const bank = { accountNumber: ACCOUNT_NUMBER, ifsc: 'HDFC0001234', holderName: PAN.name };
  await kyc.setBank(who, { ...bank, password: DEMO_PASSWORD });
}

async function invite(
  parts: DemoMoneyParts,
  referrerId: number,
  { plan: slug, ...person }: (typeof FRIENDS)[number],
): Promise<void> {
  const { accounts, billing, foundation } = parts;
  const email = `${person.username}@example.com`;
  const { referral_code: referralCode } = await accounts.readProfile(referrerId);
  try {
    const password = randomUUID();
    await accounts.register({ ...person, email, password, referralCode, acceptTerms: true }, ORIGIN);
  } catch (error) {
    if (!(error instanceof Refusal) || !['EMAIL_IN_USE', 'USERNAME_IN_USE'].includes(error.code)) throw error;
  }
  const accountId = await accountIdOf(foundation.database.kysely, email);
  if (accountId === undefined) return;
  const { plans } = await billing.read(accountId);
  const planId = plans.find((plan) => plan.slug === slug)?.id;
  if (planId !== undefined) await pay(parts, { accountId, planId });
}

/** At the sandbox's pay page, as a browser would; the plan is bought by the event that the sandbox signs. */
async function pay(
  { billing, foundation }: DemoMoneyParts,
  { accountId, planId }: { accountId: number; planId: number },
) {
  const kinds = ['trade_activation', 'robo_pro', 'backtest'] as const;
  const asked = { accountId, planId, kinds, renewFromWallet: false, idempotencyKey: 'demo-plan' };
  const { paymentId, orderId } = await billing.openPayment(asked);
  const isOpen = async () => ['open', 'failed'].includes((await billing.payment(accountId, paymentId)).state);
  if (!(await isOpen())) return;
  const page = await billing.checkout(orderId, foundation.settings.publicUrl);
  if (!page) return;
  const { action, fields } = page.checkout;
  const choosing = await fetch(action, { method: 'POST', body: new URLSearchParams(fields) });
  await fetch(`${choosing.url}/succeed`, { method: 'POST' });
  const deadline = performance.now() + PAID_WITHIN_MS;
  while ((await isOpen()) && performance.now() < deadline) await sleep(100);
}
