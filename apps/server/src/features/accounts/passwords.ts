import { hash, verify } from '@node-rs/argon2';

/** Argon2id with OWASP's minimum; the id is the library's default kind, named so that a change of it would show. */
const ARGON2ID = 2;
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  /** Takes the same time where there is no hash, so that an unknown account is not told from a wrong password. */
  readonly matches: (password: string, storedHash: string | undefined) => Promise<boolean>;
}

/** Makes the hash that stands in for unknown accounts, with the same cost as every other. */
export async function createPasswords(): Promise<Passwords> {
  const standIn = await hash('nobody has this password', OPTIONS);
  return {
    hash: (password) => hash(password, OPTIONS),
    matches: async (password, storedHash) => {
      const equal = await verify(storedHash ?? standIn, password);
      return equal && storedHash !== undefined;
    },
  };
}
