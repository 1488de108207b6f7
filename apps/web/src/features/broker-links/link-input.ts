/** The form as it is typed. */
export interface LinkValues {
  readonly clientCode: string;
  readonly apiKey: string;
  readonly pin: string;
  readonly totp: string;
  /** Trickdesk signs in each morning: it needs the secret behind the codes instead of one code. */
  readonly daily: boolean;
  readonly totpSecret: string;
}

export type LinkProblem =
  | 'clientCodeWrong'
  | 'clientCodeLinked'
  | 'apiKeyWrong'
  | 'pinWrong'
  | 'totpWrong'
  | 'totpSecretWrong';

const CLIENT_CODE = /^[a-z][a-z\d]{3,15}$/i;
const API_KEY = /^[a-z\d-]{6,64}$/i;
const PIN = /^\d{4}$/;
const CODE = /^\d{6}$/;
const SECRET = /^[a-z2-7]{16,64}$/i;

/**
 * Everything that is wrong with what was typed, all of it at once; the server checks again, and the broker decides.
 *
 * @param linkedCodes client codes that are linked already, where another one is asked for; in capital letters
 */
export function linkProblems(
  values: LinkValues,
  linkedCodes: readonly string[] = [],
): Partial<Record<keyof LinkValues, LinkProblem>> {
  const clientCode = codeProblem(values.clientCode.trim(), linkedCodes);
  return {
    ...(clientCode === undefined ? {} : { clientCode }),
    ...(API_KEY.test(values.apiKey.trim()) ? {} : { apiKey: 'apiKeyWrong' as const }),
    ...(PIN.test(values.pin) ? {} : { pin: 'pinWrong' as const }),
    ...(values.daily || CODE.test(values.totp.trim()) ? {} : { totp: 'totpWrong' as const }),
    ...(!values.daily || SECRET.test(values.totpSecret.trim()) ? {} : { totpSecret: 'totpSecretWrong' as const }),
  };
}

function codeProblem(code: string, linkedCodes: readonly string[]): LinkProblem | undefined {
  if (!CLIENT_CODE.test(code)) return 'clientCodeWrong';
  return linkedCodes.includes(code.toUpperCase()) ? 'clientCodeLinked' : undefined;
}

/** What is sent: a code that is used once, or the secret together with the agreement that it is stored. */
export function linkInput({ daily, totp, totpSecret, ...account }: LinkValues) {
  return daily ? { ...account, totpSecret, storeCredentials: true } : { ...account, totp };
}
