import type { AskedAbout, AttachmentKind, TicketCategory, TicketState } from '@trickdesk/domain';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** What people ask support. The conventions of `schema.ts` hold. */
export interface TicketSchema {
  ticket: {
    id: GeneratedAlways<number>;
    account_id: number;
    subject: string;
    category: TicketCategory;
    state: TicketState;
    /** What it asks about, as it stood when it was asked. */
    about: ColumnType<StoredAbout | null, string | null, never>;
    /** The operator who has taken it on. */
    assignee_id: Optional<number>;
    message_count: Generated<number>;
    opened_at: Date;
    /** When it last went on. */
    changed_at: Date;
  };
  ticket_message: {
    id: GeneratedAlways<bigint>;
    ticket_id: number;
    /** Whose ticket it is. */
    account_id: number;
    /** Who wrote it for support; null: its owner. */
    operator_id: Optional<number>;
    from_support: GeneratedAlways<boolean>;
    text: string;
    at: Date;
  };
  ticket_attachment: {
    id: string;
    ticket_message_id: bigint;
    account_id: number;
    place: number;
    name: string;
    kind: AttachmentKind;
    size_bytes: number;
    sha256: string;
    bytes: Buffer;
  };
}

/** In the words of the wire, which it is read in. */
export interface StoredAbout {
  readonly kind: AskedAbout;
  readonly id: number;
  readonly takenAt: string;
  readonly orders: readonly unknown[];
}
