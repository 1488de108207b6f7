import type { IndiaDate, KycDoubt } from '@trickdesk/domain';

/** How long a code and a request at DigiLocker can be used. */
export const REQUEST_LASTS_MS = 10 * 60_000;
/** UIDAI sends no second code sooner. */
export const RESEND_AFTER_MS = 45_000;
/** Wrong codes for one request; the last one ends it. */
export const CODE_TRIES = 5;

const MINUTE_MS = 60_000;
const oftenAs = (free: number, within: number) => ({
  free,
  firstWaitMs: within,
  longestWaitMs: within,
  forgetAfterMs: within,
});
/** Codes and DigiLocker requests of one account. */
export const SENDS = oftenAs(3, 10 * MINUTE_MS);
export const RESEND = oftenAs(1, RESEND_AFTER_MS);
/** Each question costs money at the provider, and a stranger's PAN or account is not to be found by trying. */
export const PAN_QUESTIONS = oftenAs(5, 60 * MINUTE_MS);
export const BANK_QUESTIONS = oftenAs(5, 60 * MINUTE_MS);

const TITLES = new Set(['MR', 'MRS', 'MS', 'SHRI', 'SHREE', 'SMT', 'KUMARI', 'KUM', 'DR']);
/** A letter that stands for a name says less than the name. */
const INITIAL = 0.9;
/** Two spellings of one word, such as Asha and Aasha. */
const SAME_WORD = 0.8;
/** Less alike than this are two words; what lies between may be one, such as Lakshmi and Laxmi. */
const LEAST_ALIKE = 0.55;

const SAME_FROM = 85;
const DOUBTFUL_FROM = 60;

/**
 * How alike two names of a person are, 0 to 100. Titles, case, signs and the order of words do not count; 100 only where
 * all words are the same, and 85 or more only where each word of the shorter name is found in the longer one.
 */
export function nameScore(one: string, other: string): number {
  // In an order of their own, so that it does not matter which is asked about.
  const byLength = (a: string[], b: string[]): number => a.length - b.length || (a.join(' ') < b.join(' ') ? -1 : 1);
  const [shorter = [], longer = []] = [wordsOf(one), wordsOf(other)].toSorted(byLength);
  if (shorter.length === 0) return 0;
  if (shorter.join(' ') === longer.join(' ')) return 100;
  const left = [...longer];
  let [sum, worst] = [0, 1];
  // Whole words find theirs before initials take them.
  for (const word of shorter.toSorted((a, b) => b.length - a.length)) {
    const likeness = left.map((candidate) => likenessOf(word, candidate));
    const best = Math.max(...likeness);
    sum += best;
    worst = Math.min(worst, best);
    if (best > 0) left.splice(likeness.indexOf(best), 1);
  }
  const most = worst < SAME_WORD ? SAME_FROM - 1 : 99;
  return Math.min(most, Math.round((200 * sum) / (shorter.length + longer.length)));
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !TITLES.has(word))
    .toSorted();
}

function likenessOf(word: string, other: string): number {
  if (word === other) return 1;
  if (word.length === 1 || other.length === 1) return word[0] === other[0] ? INITIAL : 0;
  const longest = Math.max(word.length, other.length);
  const alike = 1 - editsBetween(word, other) / longest;
  return alike >= LEAST_ALIKE ? alike : 0;
}

/** Letters to add, take away or change (Levenshtein, 1965). */
function editsBetween(word: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= word.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (word[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

export type NameVerdict = 'same' | 'doubtful' | 'other';

/** The bands that verification offices use: from 85 the same person, from 60 somebody has to look. */
export function judgeNames(one: string, other: string): NameVerdict {
  const score = nameScore(one, other);
  if (score >= SAME_FROM) return 'same';
  return score >= DOUBTFUL_FROM ? 'doubtful' : 'other';
}

export interface KycFacts {
  /** What the person says of themselves. */
  readonly saidName: string;
  readonly saidBirthday: IndiaDate | null;
  readonly aadhaar: { readonly name: string; readonly birthday: IndiaDate | null } | undefined;
  readonly pan: { readonly name: string } | undefined;
  /** A person said no, and nothing was verified since. */
  readonly isRejected: boolean;
}

export type KycDecision =
  | { readonly status: 'open' | 'verified' | 'rejected'; readonly doubts: readonly [] }
  | { readonly status: 'pending'; readonly doubts: readonly KycDoubt[] };

/**
 * What PAN and Aadhaar say together. What does not fit is never refused by a machine: a person looks at it, and only a
 * person rejects. A rejection takes back both steps; taking one of them anew opens the case again.
 */
export function decideKyc({ saidName, saidBirthday, aadhaar, pan, isRejected }: KycFacts): KycDecision {
  if (isRejected && !aadhaar && !pan) return { status: 'rejected', doubts: [] };
  if (!aadhaar || !pan) return { status: 'open', doubts: [] };
  const doubts: KycDoubt[] = [];
  if (judgeNames(saidName, pan.name) !== 'same') doubts.push('pan_name');
  if (judgeNames(aadhaar.name, pan.name) !== 'same') doubts.push('names_differ');
  // An Aadhaar with a year alone says nothing against a birthday.
  if (aadhaar.birthday !== null && saidBirthday !== aadhaar.birthday) doubts.push('birthdays_differ');
  return doubts.length === 0 ? { status: 'verified', doubts: [] } : { status: 'pending', doubts };
}
