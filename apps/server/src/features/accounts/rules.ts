import type { IndiaDate } from '@trickdesk/domain';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/** What a new account and its owner's further sessions may do. */
export const ORDINARY_ABILITY = [
  { action: 'manage', subject: 'Own' },
  { action: 'read', subject: 'Auth' },
] as const;

export const REFRESH_DAYS = 30;

/** Slows down tries at passwords: the fifth failure starts a wait that doubles up to a quarter of an hour. */
export const PASSWORD_BACK_OFF = {
  free: 5,
  firstWaitMs: 5_000,
  longestWaitMs: 15 * 60_000,
  forgetAfterMs: 60 * 60_000,
} as const;

export interface PersonNames {
  readonly fullName: string;
  readonly username: string;
  readonly email: string;
}

/** Names shorter than this occur in good passwords by chance. */
const SHORTEST_NAME = 3;

/**
 * Why a password is too easy to guess, in words for its owner; `undefined` where it is not. Its length is the
 * contract's matter.
 */
export function weaknessOf(password: string, person: PersonNames): string | undefined {
  const lower = password.toLowerCase();
  if (isCommon(lower)) return 'This password is among the commonest. Choose another one.';
  if (new Set(lower).size < 4) return 'Use more than three different characters.';
  if (isRun(lower)) return 'A row of neighbouring characters is easy to guess.';
  const plain = lettersAndDigits(lower);
  const contained = namesOf(person).find((name) => plain.includes(name));
  return contained === undefined ? undefined : 'Leave your name, username and email address out of the password.';
}

/** Signs at the end and the usual swaps of letters do not make a common password rare. */
function isCommon(lower: string): boolean {
  const withoutEnding = lower.replace(/[^a-z0-9]+$/, '');
  const unswapped = lower.replace(/[@$!0]/g, (sign) => ({ '@': 'a', $: 's', '!': 'i', '0': 'o' })[sign] ?? sign);
  return [lower, withoutEnding, unswapped].some((form) => COMMON_PASSWORDS.has(form));
}

/** `abcdefghij`, `9876543210`: each character follows the one before it. */
function isRun(lower: string): boolean {
  const steps = Array.from(lower.slice(1), (_, index) => lower.charCodeAt(index + 1) - lower.charCodeAt(index));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

function namesOf({ fullName, username, email }: PersonNames): string[] {
  const localPart = email.split('@')[0] ?? '';
  return [...fullName.split(/\s+/), fullName, username, localPart]
    .map((name) => lettersAndDigits(name.toLowerCase()))
    .filter((name) => name.length >= SHORTEST_NAME);
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}

/** What a refresh token's row says about its use at a moment. */
export interface RefreshFacts {
  readonly familyEnded: boolean;
  readonly used: boolean;
  readonly expired: boolean;
}

export type RefreshDecision = 'rotate' | 'refuse' | 'end_family';

/**
 * The second use of a token means that two hold it, and nobody can say which of them is the thief: the whole family of
 * sessions ends. There is no grace for a second use close behind the first, since a thief would be as quick; a browser's
 * tabs queue before they ask. An answer lost on the way therefore costs a new sign-in.
 */
export function decideRefresh(facts: RefreshFacts): RefreshDecision {
  if (facts.familyEnded) return 'refuse';
  if (facts.used) return 'end_family';
  return facts.expired ? 'refuse' : 'rotate';
}

/** Whoever trades must be of age. */
export const LEAST_AGE = 18;
const FIRST_YEAR = '1900-01-01';

/** Why somebody cannot have been born on a day, or may not use the product yet; in words for them. */
export function birthdayFault(dateOfBirth: IndiaDate, today: IndiaDate): string | undefined {
  if (dateOfBirth > today || dateOfBirth < FIRST_YEAR) return 'Choose the day on which you were born.';
  return yearsBetween(dateOfBirth, today) < LEAST_AGE ? `You must be ${LEAST_AGE} or older.` : undefined;
}

/** Full years; whoever was born on 29 February is a year older on 1 March of other years. */
function yearsBetween(from: IndiaDate, to: IndiaDate): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

export interface VerifiedFacts {
  readonly isKycVerified: boolean;
  readonly fullName: string;
  readonly dateOfBirth: string | null;
}

export type VerifiedField = 'fullName' | 'dateOfBirth';

/** The fields of a change that contradict what was verified; what was not known then may be filled in. */
export function contradicted(
  facts: VerifiedFacts,
  change: { readonly fullName?: string | undefined; readonly dateOfBirth?: string | undefined },
): VerifiedField[] {
  if (!facts.isKycVerified) return [];
  const fields: VerifiedField[] = [];
  if (change.fullName !== undefined && change.fullName !== facts.fullName) fields.push('fullName');
  const { dateOfBirth } = facts;
  if (dateOfBirth !== null && change.dateOfBirth !== undefined && change.dateOfBirth !== dateOfBirth) {
    fields.push('dateOfBirth');
  }
  return fields;
}
