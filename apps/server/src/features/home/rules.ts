/** The newest broker link of an account. */
export interface BrokerStatus {
  readonly status: 'none' | 'linked' | 'expired' | 'error';
  readonly brokerId?: number;
}

export interface AlertFacts {
  readonly broker: BrokerStatus;
  readonly feed: 'live' | 'stale' | 'down';
  /** Whether any price has ever come: before the first one nothing has stopped arriving. */
  readonly hadPrices: boolean;
  /** Halted tricks of each mode. */
  readonly halted: { readonly live: number; readonly test: number };
  /** Baskets of each mode that wait for their owner. */
  readonly basketsDue: { readonly live: number; readonly test: number };
  /** Tickets that support has answered. */
  readonly ticketsAnswered: number;
}

export interface HomeAlert {
  readonly kind: 'broker_expired' | 'broker_missing' | 'feed_stale' | 'trick_halted' | 'basket_due' | 'ticket_answered';
  readonly text: string;
  readonly link: string;
}

/** What needs the person, most urgent first. */
export function alertsOf(facts: AlertFacts): HomeAlert[] {
  const { broker, feed, hadPrices, halted, basketsDue, ticketsAnswered } = facts;
  const alerts: HomeAlert[] = [];
  // The list shows one mode at a time: each has an alert of its own, that of real orders first.
  if (halted.live > 0) alerts.push(haltedAlert(halted.live, 'live', 'Live'));
  if (halted.test > 0) alerts.push(haltedAlert(halted.test, 'test', 'Test'));
  if (feed !== 'live' && hadPrices) {
    const text = 'Prices are not arriving. New entries wait until they do; exits go on.';
    alerts.push({ kind: 'feed_stale', text, link: '/positions' });
  }
  if (broker.status === 'expired' || broker.status === 'error') {
    const text = 'Your broker session has ended. Sign in at Angel One again.';
    alerts.push({ kind: 'broker_expired', text, link: '/profile/broker' });
  }
  if (basketsDue.live > 0) alerts.push(basketsAlert(basketsDue.live, 'live'));
  if (basketsDue.test > 0) alerts.push(basketsAlert(basketsDue.test, 'test'));
  if (ticketsAnswered > 0) alerts.push(ticketsAlert(ticketsAnswered));
  if (broker.status === 'none') {
    alerts.push({ kind: 'broker_missing', text: 'No broker account is linked yet.', link: '/profile/broker' });
  }
  return alerts;
}

function basketsAlert(count: number, mode: 'live' | 'test'): HomeAlert {
  const text =
    count === 1
      ? `A ${mode} basket is due. See why, and what it would buy and sell.`
      : `${count} ${mode} baskets are due. See why, and what they would buy and sell.`;
  return { kind: 'basket_due', text, link: `/baskets?tab=mine&type=${mode === 'live' ? 'Live' : 'Test'}` };
}

function ticketsAlert(count: number): HomeAlert {
  const text = count === 1 ? 'Support has answered your ticket.' : `Support has answered ${count} of your tickets.`;
  return { kind: 'ticket_answered', text, link: '/tickets' };
}

function haltedAlert(count: number, word: string, type: 'Live' | 'Test'): HomeAlert {
  const text =
    count === 1
      ? `A ${word} trick is halted. See why and start it again.`
      : `${count} ${word} tricks are halted. See why and start them again.`;
  return { kind: 'trick_halted', text, link: `/my-tricks?type=${type}&trickStatus=3` };
}

export interface ChecklistStep {
  readonly step: 'kyc' | 'broker' | 'plan' | 'first_trick';
  readonly done: boolean;
  /** False for steps that this release does not have yet. */
  readonly available: boolean;
}

export interface ChecklistFacts {
  readonly broker: BrokerStatus;
  readonly hasTrick: boolean;
  readonly isKycVerified: boolean;
  readonly isTradeActivated: boolean;
}

export function checklistOf(facts: ChecklistFacts): ChecklistStep[] {
  return [
    { step: 'broker', done: facts.broker.status !== 'none', available: true },
    { step: 'first_trick', done: facts.hasTrick, available: true },
    { step: 'kyc', done: facts.isKycVerified, available: true },
    { step: 'plan', done: facts.isTradeActivated, available: true },
  ];
}
