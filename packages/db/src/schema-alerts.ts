import type { AlertChannel } from '@trickdesk/domain';
import type { Generated, GeneratedAlways } from 'kysely';

/** How alerts reach people outside the product. The conventions of `schema.ts` hold. */
export interface AlertChannelSchema {
  alert_choice: {
    account_id: number;
    category: number;
    channel: AlertChannel;
    is_on: boolean;
    changed_at: Date;
  };
  push_subscription: {
    id: string;
    account_id: number;
    /** The sign-in that it belongs to. */
    family_id: string;
    endpoint_hash: Buffer;
    sealed_subscription: Buffer;
    device: string;
    since: Date;
  };
  push_outbox: {
    id: GeneratedAlways<bigint>;
    account_id: number;
    alert_id: number;
    push_subscription_id: string;
    at: Date;
    tries: Generated<number>;
    next_try_at: Date;
  };
}
