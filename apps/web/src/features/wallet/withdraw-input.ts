import { paiseOf } from '../../lib/paise.ts';
import type { OutputOfCall } from '../../lib/wire.ts';

type Terms = OutputOfCall<'withdrawalterms'>;

/** What stands in the form. */
export interface WithdrawValues {
  readonly wallet: '1' | '2';
  /** Rupees; undefined while it is empty, NaN where it is none. */
  readonly amount: number | undefined;
  readonly password: string;
  readonly totp: string;
}

export type WithdrawProblem =
  | 'amountMissing'
  | 'amountWrong'
  | 'amountTooSmall'
  | 'amountTooLarge'
  | 'amountAboveDay'
  | 'passwordMissing'
  | 'codeMissing';

/** Everything that would be refused about the fields, all at once. */
export function problemsOf(
  { amount, password, totp }: WithdrawValues,
  { proof, minPaise, dayLeftPaise }: Pick<Terms, 'proof' | 'minPaise' | 'dayLeftPaise'>,
  freePaise: number,
): Partial<Record<'amount' | 'password' | 'totp', WithdrawProblem>> {
  const problem = problemOfAmount(amount, { minPaise, dayLeftPaise }, freePaise);
  return {
    ...(problem === undefined ? {} : { amount: problem }),
    ...(proof === 'password' && password === '' ? { password: 'passwordMissing' as const } : {}),
    ...(proof === 'totp' && totp.trim() === '' ? { totp: 'codeMissing' as const } : {}),
  };
}

function problemOfAmount(
  amount: number | undefined,
  { minPaise, dayLeftPaise }: Pick<Terms, 'minPaise' | 'dayLeftPaise'>,
  freePaise: number,
): WithdrawProblem | undefined {
  if (amount === undefined) return 'amountMissing';
  const paise = paiseOf(amount);
  if (paise === undefined) return 'amountWrong';
  if (paise < minPaise) return 'amountTooSmall';
  if (paise > freePaise) return 'amountTooLarge';
  return paise > dayLeftPaise ? 'amountAboveDay' : undefined;
}
