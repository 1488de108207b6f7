/** The numbers by which a person is known in India. */

/** The operation of the dihedral group D5, whose table is all that the check digit needs. */
const PRODUCT = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
] as const;
/** What a digit becomes for each place that it stands further to the left. */
const NEXT = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4] as const;

/**
 * Whether twelve digits can be an Aadhaar number: it begins with 2 to 9, and its last digit is Verhoeff's check digit,
 * which finds each single wrong digit and each swap of neighbours.
 *
 * Source: J. Verhoeff, Error Detecting Decimal Codes, 1969; UIDAI numbers its residents with it.
 */
export function isAadhaarNumber(text: string): boolean {
  if (!/^[2-9]\d{11}$/.test(text)) return false;
  let check = 0;
  for (const [place, sign] of [...text].toReversed().entries()) {
    check = PRODUCT[check]?.[permuted(Number(sign), place)] ?? 0;
  }
  return check === 0;
}

function permuted(digit: number, places: number): number {
  let moved = digit;
  for (let i = 0; i < places; i += 1) moved = NEXT[moved] ?? 0;
  return moved;
}

/** Five letters, of which the fourth is P for a person, four digits, and a letter. */
export function isPersonalPan(text: string): boolean {
  return /^[A-Z]{3}P[A-Z]\d{4}[A-Z]$/.test(text);
}

/** Four letters of the bank, a zero, and six letters or digits of the branch. */
export function isIfsc(text: string): boolean {
  return /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text);
}

/** Banks number accounts with 9 to 18 digits; leading zeroes count. */
export function isBankAccountNumber(text: string): boolean {
  return /^\d{9,18}$/.test(text);
}

/** `••••1234`: what may be shown of a number. */
export function maskedEnd(text: string, shown = 4): string {
  return `••••${text.slice(-shown)}`;
}

/** `AB••••••4F`: enough for its owner to know it again. */
export function maskedPan(pan: string): string {
  return `${pan.slice(0, 2)}••••••${pan.slice(-2)}`;
}

/** What does not fit between PAN, Aadhaar and what a person says. */
export const KYC_DOUBTS = ['pan_name', 'names_differ', 'birthdays_differ'] as const;
export type KycDoubt = (typeof KYC_DOUBTS)[number];

/** `a•••@mail.test`: enough to tell two people of one name apart. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}•••${at < 0 ? '' : address.slice(at)}`;
}

/** `Asha R.`: the first name, and of what follows the first letter. */
export function shortenedName(fullName: string): string {
  const [first = '', ...rest] = fullName.trim().split(/\s+/);
  const last = rest.at(-1);
  return last === undefined ? first : `${first} ${[...last][0] ?? ''}.`;
}
