/** What a person asks support, and how far it is. */

export const TICKET_CATEGORIES = ['trade', 'trick', 'broker', 'money', 'account', 'other'] as const;
export type TicketCategory = (typeof TICKET_CATEGORIES)[number];

/** `waiting`: support has answered, and it is the person's turn. */
export const TICKET_STATES = ['open', 'waiting', 'closed'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

/** What a ticket can be asked about: an order of a trick, one by hand, or a closed trade with both of its orders. */
export const ASKED_ABOUT = ['order', 'own_order', 'trade'] as const;
export type AskedAbout = (typeof ASKED_ABOUT)[number];

export const TICKET_SUBJECT_LONGEST = 120;
export const TICKET_MESSAGE_LONGEST = 4_000;
export const ATTACHMENTS_MOST = 3;
export const ATTACHMENT_LARGEST_BYTES = 5 * 1_024 * 1_024;
