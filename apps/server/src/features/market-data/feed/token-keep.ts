import type { BrokerTokens } from '@trickdesk/brokers';
import type { Database } from '@trickdesk/db';
import type { Log } from '../../../platform/log.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { findSealedSession, putSealedSession } from '../store.ts';
import type { TokenKeep } from './broker-session.ts';

/** Keeps the market-data account's session in the database, sealed for its dataset. */
export function createTokenKeep(parts: {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly dataset: string;
  readonly now: () => number;
  readonly log: Log;
}): TokenKeep {
  const place = `feed_session:${parts.dataset}`;
  return {
    load: async () => {
      const sealed = await findSealedSession(parts.db.kysely, parts.dataset);
      return sealed && readTokens(() => parts.secrets.open(sealed, place), parts.log);
    },
    save: (tokens) =>
      putSealedSession(parts.db.kysely, {
        dataset: parts.dataset,
        sealed: parts.secrets.seal(JSON.stringify(tokens), place),
        at: new Date(parts.now()),
      }),
  };
}

/** What cannot be opened (another master key, an older shape) costs a sign-in, no more. */
function readTokens(open: () => string, log: Log): BrokerTokens | undefined {
  try {
    const kept: unknown = JSON.parse(open());
    if (isTokens(kept)) return kept;
    log.warn({}, 'the kept market-data session has another shape; the feed signs in');
    return undefined;
  } catch (error) {
    log.warn({ error }, 'the kept market-data session cannot be read; the feed signs in');
    return undefined;
  }
}

function isTokens(kept: unknown): kept is BrokerTokens {
  if (typeof kept !== 'object' || kept === null) return false;
  const texts = ['accessToken', 'refreshToken', 'feedToken'].map((name) => Reflect.get(kept, name));
  return texts.every((text) => typeof text === 'string') && typeof Reflect.get(kept, 'issuedAt') === 'number';
}
