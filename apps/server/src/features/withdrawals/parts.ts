import type { Database } from '@trickdesk/db';
import type { PayoutGateway } from '@trickdesk/providers/payments';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Accounts, GivenProof } from '../accounts/index.ts';
import type { Limits } from './rules.ts';

export type Who = Pick<Caller, 'accountId' | 'origin'>;

/** What asks for withdrawals and decides on them. */
export interface WithdrawalParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secondFactor: Pick<Accounts['secondFactor'], 'prove' | 'isOn'>;
  readonly limits: Limits;
  /** Payouts go to a sandbox. */
  readonly sandbox: boolean;
}

/** What sends them. */
export interface PayoutParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  readonly payouts: PayoutGateway;
}

export type { GivenProof };
