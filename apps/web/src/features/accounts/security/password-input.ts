export interface PasswordValues {
  readonly currentPassword: string;
  readonly newPassword: string;
}

export type PasswordProblem = 'passwordMissing' | 'passwordShort' | 'passwordSame';

/** As the contract has it; `password-input.test.ts` compares the two. */
export const SHORTEST_PASSWORD = 10;

/** What the call would refuse, before it is asked. */
export function passwordProblems({
  currentPassword,
  newPassword,
}: PasswordValues): Partial<Record<keyof PasswordValues, PasswordProblem>> {
  const problem = newProblem(newPassword, currentPassword);
  return {
    ...(currentPassword === '' ? { currentPassword: 'passwordMissing' as const } : {}),
    ...(problem === undefined ? {} : { newPassword: problem }),
  };
}

function newProblem(newPassword: string, currentPassword: string): PasswordProblem | undefined {
  if (newPassword.length < SHORTEST_PASSWORD) return 'passwordShort';
  return newPassword === currentPassword ? 'passwordSame' : undefined;
}
