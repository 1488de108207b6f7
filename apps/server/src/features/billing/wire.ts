import type { Invoice, Plan, PlanOffer, Subscription } from '@trickdesk/contract';
import { stateOfGstCode, toSafePaise } from '@trickdesk/domain';
import type { InvoiceRow } from './invoice-store.ts';
import { GRACE_MS, unlockWords } from './rules.ts';
import type { Preview } from './service.ts';
import type { PlanRow, SubscriptionRow } from './store.ts';

export function planToWire({ id, kind, name, summary, period, price_paise: price, entitlements }: PlanRow): Plan {
  const unlocks = unlockWords(entitlements);
  return { planId: id, kind, name, summary, period, pricePaise: toSafePaise(price), unlocks };
}

export function subscriptionToWire(row: SubscriptionRow): Subscription {
  const { id, plan_id: planId, kind, name, state, end_reason: endReason, ends_at: endsAt, ended_at: endedAt } = row;
  return {
    ...{ subscriptionId: id, planId, kind, name, state },
    ...(endReason === null ? {} : { endReason }),
    startedAt: row.started_at.toISOString(),
    endsAt: endsAt.toISOString(),
    ...(state === 'grace' ? { graceEndsAt: new Date(endsAt.getTime() + GRACE_MS).toISOString() } : {}),
    ...(endedAt === null ? {} : { endedAt: endedAt.toISOString() }),
    isCancelled: row.cancelled_at !== null,
    renewsFromWallet: row.renews_from_wallet,
    renewalPaise: toSafePaise(row.renewal_paise),
    unlocks: unlockWords(row.entitlements),
  };
}

export function offerToWire({ offer, taxPaise, walletPaise }: Preview): PlanOffer {
  const { kind, listPaise, creditPaise, duePaise, from, to } = offer;
  return {
    kind,
    listPaise: toSafePaise(listPaise),
    creditPaise: toSafePaise(creditPaise),
    duePaise: toSafePaise(duePaise),
    taxPaise: toSafePaise(taxPaise),
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    walletPaise: toSafePaise(walletPaise),
    walletCovers: walletPaise >= duePaise,
  };
}

export function invoiceToWire(row: InvoiceRow): Invoice {
  return {
    ...{ invoiceId: row.id, number: row.number, kind: row.kind, description: row.description },
    ...(row.credits_number === null ? {} : { creditsNumber: row.credits_number }),
    from: row.period_from.toISOString(),
    to: row.period_to.toISOString(),
    listPaise: toSafePaise(row.list_paise),
    creditPaise: toSafePaise(row.credit_paise),
    taxablePaise: toSafePaise(row.taxable_paise),
    cgstPaise: toSafePaise(row.cgst_paise),
    sgstPaise: toSafePaise(row.sgst_paise),
    igstPaise: toSafePaise(row.igst_paise),
    totalPaise: toSafePaise(row.total_paise),
    placeOfSupply: `${row.place_of_supply} ${stateOfGstCode(row.place_of_supply) ?? ''}`.trim(),
    paidBy: row.paid_by,
    issuedAt: row.issued_at.toISOString(),
  };
}
