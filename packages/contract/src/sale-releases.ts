import { isPersonalPan } from '@trickdesk/domain';
import { z } from 'zod';
import { call } from './call.ts';
import { zBadge, zId } from './fields.ts';

/** Shares that an owner without a standing authorisation (DDPI) releases at the depository before they can be sold (eDIS). */

const zIsin = z.string().regex(/^IN[A-Z0-9]{10}$/, 'An ISIN has twelve letters and digits and begins with IN.');
const zRequestId = z.string().regex(/^[A-Za-z0-9]{1,40}$/);

/** A share that the account holds and may not sell all of today. Units. */
export const zUnreleasedShare = z.strictObject({
  symbol: z.string(),
  isin: z.string(),
  /** Delivered to the demat account; what is not settled yet needs no release. */
  settledQuantity: z.int(),
  releasedQuantity: z.int(),
  missingQuantity: z.int(),
});
export type UnreleasedShareWire = z.output<typeof zUnreleasedShare>;

export const saleauthorisation = call('saleauthorisation', {
  summary:
    'Which shares of a broker account its broker would not sell today for want of the owner’s word to the depository (eDIS).',
  input: z.strictObject({
    brokerId: zId,
    /** Of `authorisesale`: what became of that request. */
    requestId: zRequestId.optional(),
  }),
  output: z.strictObject({
    badge: zBadge,
    /** `unclear`: the broker’s figures are the same with a standing authorisation and without one. */
    need: z.enum(['none', 'needed', 'unclear']),
    share_list: z.array(zUnreleasedShare),
    /** The words in which the broker refused the last sale for this reason. */
    brokerSaid: z.string().optional(),
    request: z
      .strictObject({
        status: z.enum(['released', 'waiting', 'refused']),
        /** The depository’s words of a refusal. */
        said: z.string().optional(),
      })
      .optional(),
  }),
  refusals: ['NOT_FOUND', 'BROKER_SESSION_CLOSED', 'BROKER_UNAVAILABLE', 'BROKER_REFUSED'],
});

export const authorisesale = call('authorisesale', {
  summary:
    'Begins the release of shares at the depository and gives the form for its page. TPIN and code are typed there and never come here.',
  input: z.strictObject({
    brokerId: zId,
    isin: zIsin,
    quantity: z.int().positive().max(10_000_000),
    /** Given: the depository sends a new TPIN to its owner. It is handed on and not kept. */
    pan: z
      .string()
      .trim()
      .toUpperCase()
      .refine(isPersonalPan, 'A person’s PAN looks like ABCPE1234F, with a P in its fourth place.')
      .optional(),
  }),
  output: z.strictObject({
    badge: zBadge,
    requestId: z.string(),
    /** The browser posts it to the depository’s page. */
    form: z.strictObject({
      action: z.string(),
      fields: z.array(z.strictObject({ name: z.string(), value: z.string() })),
    }),
    tpinSent: z.boolean(),
  }),
  refusals: ['NOT_FOUND', 'BROKER_SESSION_CLOSED', 'BROKER_UNAVAILABLE', 'BROKER_REFUSED'],
});

export const saleReleaseCalls = { saleauthorisation, authorisesale };
