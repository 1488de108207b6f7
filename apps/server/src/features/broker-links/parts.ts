import type { BrokerSessions } from '@trickdesk/brokers';
import type { Database } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import type { Attempts } from '../../platform/attempts.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { AccountsService } from '../accounts/index.ts';

/** The broker's name, on the wire and in the table. */
export const BROKER = 'Angel One';

/** What the use cases about links stand on. */
export interface BrokerLinkParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly attempts: Attempts;
  readonly broker: BrokerSessions;
  readonly accounts: Pick<AccountsService, 'assertPassword'>;
  /** Which world the broker is in: links of one are not seen in the other. */
  readonly environment: 'simulator' | 'live';
  /** Whether a PIN and a secret may be stored for the daily sign-in. */
  readonly mayStoreCredentials: boolean;
  /** After a commit that changed an account's session: whoever trades on it looks again. */
  readonly onSession: (linkId: number) => void;
  /** The code that a secret gives at a moment. */
  readonly totpAt: (secret: string, at: EpochMs) => string;
  /** Resolves after so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
}
