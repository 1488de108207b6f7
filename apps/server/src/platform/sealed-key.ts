import type { Database } from '@trickdesk/db';
import type { Secrets } from './secrets.ts';
import { keepSealedKey } from './store.ts';

/**
 * A key of the product's own for one purpose, the same in every process and after a change of the master key.
 *
 * @param draw makes it where there is none yet
 */
export async function openSealedKey(
  parts: { readonly database: Database; readonly secrets: Secrets; readonly purpose: string },
  draw: () => string,
): Promise<string> {
  const { database, secrets, purpose } = parts;
  const place = `sealed_key:${purpose}`;
  // Of several that begin at once, all take the first one's.
  return secrets.open(await keepSealedKey(database.kysely, purpose, secrets.seal(draw(), place)), place);
}
