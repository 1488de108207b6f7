import { formatPaise, type Paise } from '@trickdesk/domain';

/** What a person has: the money that is free, and what a withdrawal under way holds, for each of two wallets. */
export type OwnAccountName = 'main' | 'main_held' | 'rewards' | 'rewards_held';
/** What the platform keeps. Those that clear are owed to it where they are below zero. */
export type PlatformAccountName = 'revenue' | 'gst_payable' | 'tds_payable' | 'gateway_clearing' | 'bank_clearing';

/** One account of the ledger, by its name. */
export type LedgerAccount =
  | { readonly ownerId: number; readonly name: OwnAccountName }
  | { readonly ownerId: null; readonly name: PlatformAccountName };

/** One side of a transfer: what it adds to an account, or takes from it where it is negative. */
export interface Posting {
  readonly account: LedgerAccount;
  readonly amountPaise: Paise;
}

export interface Transfer {
  readonly cause: 'payment' | 'invoice' | 'reward' | 'withdrawal' | 'reversal';
  /** Which payment, invoice and so on: its id. */
  readonly causeId: string;
  /** Unique over the whole ledger: the same key moves money once. */
  readonly idempotencyKey: string;
  /** What its owner reads in a statement. */
  readonly sentence: string;
  readonly postings: readonly Posting[];
}

/** Answers why postings are none that may be written, or nothing. The database refuses them too. */
export function faultOf(postings: readonly Posting[]): string | undefined {
  const names = postings.map(({ account }) => nameOf(account));
  if (postings.length < 2) return `a transfer has two sides or more, not ${postings.length}`;
  if (new Set(names).size < names.length) return 'an account stands in a transfer twice';
  if (postings.some(({ amountPaise }) => amountPaise === 0n)) return 'a posting moves nothing';
  const sum = sumOf(postings);
  return sum === 0n ? undefined : `the postings add up to ${sum} paise, not to zero`;
}

/** The same amounts the other way. */
export function reversed(postings: readonly Posting[]): Posting[] {
  return postings.map(({ account, amountPaise }) => ({ account, amountPaise: -amountPaise }));
}

export function sumOf(postings: readonly Posting[]): Paise {
  return postings.reduce((sum, { amountPaise }) => sum + amountPaise, 0n);
}

export function nameOf({ ownerId, name }: LedgerAccount): string {
  return ownerId === null ? name : `${name} of ${ownerId}`;
}

/** Whether two transfers move the same money: a repeated key with other content is refused. */
export function isSame(one: Transfer, other: Transfer): boolean {
  return digestOf(one) === digestOf(other);
}

function digestOf({ cause, causeId, postings }: Transfer): string {
  const sides = postings.map(({ account, amountPaise }) => `${nameOf(account)}: ${amountPaise}`);
  return [cause, causeId, ...sides.toSorted()].join('\n');
}

/** What a check of all postings found. */
export interface TrialBalance {
  /** Over all postings there are: zero. */
  readonly totalPaise: Paise;
  readonly postings: number;
  /** Accounts whose balance is not the sum of their postings. */
  readonly wrongAccounts: readonly {
    readonly account: LedgerAccount;
    readonly balancePaise: Paise;
    readonly sumPaise: Paise;
  }[];
  /** Transfers whose postings do not add up to zero, or that have fewer than two. */
  readonly unbalancedTransfers: readonly bigint[];
  /** People's accounts below zero. */
  readonly negativeAccounts: readonly LedgerAccount[];
  /** Accounts that hold other money than withdrawals under way. */
  readonly wronglyHeld: readonly {
    readonly account: LedgerAccount;
    readonly heldPaise: Paise;
    readonly underWayPaise: Paise;
  }[];
}

/** What is wrong with it, in words for an operator; money may leave only while that is nothing. */
export function faultsOf({
  totalPaise,
  wrongAccounts,
  unbalancedTransfers,
  negativeAccounts,
  wronglyHeld,
}: Omit<TrialBalance, 'postings'>): string[] {
  return [
    ...(totalPaise === 0n ? [] : [`All postings add up to ${formatPaise(totalPaise)}, not to zero.`]),
    ...wrongAccounts.map(
      ({ account, balancePaise, sumPaise }) =>
        `${nameOf(account)} shows ${formatPaise(balancePaise)}; its postings add up to ${formatPaise(sumPaise)}.`,
    ),
    ...unbalancedTransfers.map((id) => `Transfer ${id} does not balance.`),
    ...negativeAccounts.map((account) => `${nameOf(account)} is below zero.`),
    ...wronglyHeld.map(
      ({ account, heldPaise, underWayPaise }) =>
        `${nameOf(account)} holds ${formatPaise(heldPaise)}; withdrawals under way are ${formatPaise(underWayPaise)}.`,
    ),
  ];
}
