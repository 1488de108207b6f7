import { INDIA_STATES, type IndiaState } from '@trickdesk/domain';
import type { InputOfCall, OutputOfCall } from '../../../lib/wire.ts';
import { mobileDigits } from '../register-input.ts';

export type Profile = OutputOfCall<'myprofile'>['profile'];
type Change = InputOfCall<'updatepersonaldetails'>;

/** As the contract has them; `personal-input.test.ts` compares the two. */
export const GENDER_CHOICES = ['female', 'male', 'other'] as const satisfies Change['gender'][];

/** What stands in the form; empty where nothing is known. */
export interface PersonalValues {
  readonly fullName: string;
  readonly mobile: string;
  readonly dateOfBirth: string;
  readonly gender: '' | (typeof GENDER_CHOICES)[number];
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly state: '' | IndiaState;
  readonly pincode: string;
}

export type PersonalProblem =
  | 'fullNameMissing'
  | 'mobileWrong'
  | 'line1Missing'
  | 'cityMissing'
  | 'stateMissing'
  | 'pincodeWrong';

const NO_ADDRESS = { line1: '', line2: '', city: '', state: '', pincode: '' } as const;
export const STATE_CHOICES: readonly IndiaState[] = INDIA_STATES;

export function valuesOf({ fullName, mobile, dateOfBirth = '', gender, address }: Profile): PersonalValues {
  return { fullName, mobile, dateOfBirth, gender: gender ?? '', ...(address ?? NO_ADDRESS) };
}

/** What differs from the profile; an address goes as a whole, and an empty field says nothing. */
export function changeOf(values: PersonalValues, profile: Profile): Change {
  const before = valuesOf(profile);
  const { fullName, dateOfBirth, gender, state } = values;
  const mobile = mobileDigits(values.mobile);
  const isMoved = ADDRESS_FIELDS.some((field) => values[field].trim() !== before[field]);
  return {
    ...(fullName.trim() === before.fullName ? {} : { fullName: fullName.trim() }),
    ...(mobile === before.mobile ? {} : { mobile }),
    ...(dateOfBirth === '' || dateOfBirth === before.dateOfBirth ? {} : { dateOfBirth }),
    ...(gender === '' || gender === before.gender ? {} : { gender }),
    ...(isMoved && state !== '' ? { address: { ...trimmed(values), state } } : {}),
  };
}

/** Everything that is wrong with what was typed, all of it at once; the server checks again. */
export function personalProblems(values: PersonalValues): Partial<Record<keyof PersonalValues, PersonalProblem>> {
  const problems: { -readonly [Field in keyof PersonalValues]?: PersonalProblem } = {};
  if (values.fullName.trim() === '') problems.fullName = 'fullNameMissing';
  if (!/^[6-9]\d{9}$/.test(mobileDigits(values.mobile))) problems.mobile = 'mobileWrong';
  // An address is given whole or not at all.
  if (ADDRESS_FIELDS.every((field) => values[field].trim() === '')) return problems;
  if (values.line1.trim() === '') problems.line1 = 'line1Missing';
  if (values.city.trim() === '') problems.city = 'cityMissing';
  if (values.state === '') problems.state = 'stateMissing';
  if (!/^[1-9]\d{5}$/.test(values.pincode.trim())) problems.pincode = 'pincodeWrong';
  return problems;
}

/** The server's `address.city` is the form's `city`. */
export function fieldOf(path: string): string {
  return path.replace(/^address\./, '');
}

const ADDRESS_FIELDS = ['line1', 'line2', 'city', 'state', 'pincode'] as const;

function trimmed({ line1, line2, city, pincode }: PersonalValues) {
  return { line1: line1.trim(), line2: line2.trim(), city: city.trim(), pincode: pincode.trim() };
}
