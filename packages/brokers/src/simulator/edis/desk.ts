import { randomBytes } from 'node:crypto';
import { type IndiaDate, indiaDateOf } from '@trickdesk/domain';
import { z } from 'zod';
import type { Exchange } from '../market/exchange.ts';
import type { OrderBroker } from '../orders/types.ts';

/** What the depository's page takes from everybody: nobody here has a telephone. */
export const SIM_TPIN = '123456';
export const SIM_EDIS_OTP = '123456';
export const SIM_DP_ID = '33200';

const zRequest = z.strictObject({
  reqId: z.string(),
  clientCode: z.string(),
  isin: z.string(),
  token: z.string(),
  quantity: z.number(),
  /** Opaque text that goes through the browser to the depository and back. */
  details: z.string(),
  /** Day of the exchange; a request is good on this day only. */
  date: z.string(),
  createdAt: z.number(),
  tpinSent: z.boolean(),
  authorisedAt: z.number().nullable(),
});
export type EdisRequest = z.infer<typeof zRequest>;

export type EdisAnswer =
  | { readonly kind: 'request'; readonly request: EdisRequest; readonly isNew: boolean }
  | { readonly kind: 'refused' };

/** Sales of holdings by clients who gave the broker no standing authorisation: each needs a word to the depository. */
export interface EdisDesk {
  /** Begins an authorisation, or finds the one of today that is still open for the same share. */
  readonly begin: (
    clientCode: string,
    wanted: { readonly isin: string; readonly quantity: number },
  ) => Promise<EdisAnswer>;
  readonly sendTpin: (
    clientCode: string,
    named: { readonly reqId: string; readonly dpId: string; readonly boId: string; readonly pan: string },
  ) => Promise<boolean>;
  readonly find: (clientCode: string, reqId: string) => EdisRequest | undefined;
  /** The depository's page: what its owner typed there. */
  readonly confirm: (typed: {
    readonly reqId: string;
    readonly details: string;
    readonly tpin: string;
    readonly otp: string;
  }) => Promise<'authorised' | 'wrong_code' | 'unknown'>;
}

export interface EdisStore {
  readonly loadDocuments: (kind: string) => Promise<readonly string[]>;
  readonly saveDocument: (kind: string, key: string, json: string) => Promise<void>;
}

export interface EdisParts {
  readonly orders: Pick<OrderBroker, 'holdings' | 'authorise' | 'hasStandingAuthorisation'>;
  readonly store: EdisStore;
  readonly exchange: Pick<Exchange, 'now' | 'source'>;
}

export async function createEdisDesk({ orders, store, exchange }: EdisParts): Promise<EdisDesk> {
  const { now } = exchange;
  const kind = `edis ${exchange.source.key}`;
  const requests = new Map<string, EdisRequest>();
  for (const json of await store.loadDocuments(kind)) {
    const request = zRequest.parse(JSON.parse(json));
    requests.set(request.reqId, request);
  }
  const today = (): IndiaDate => indiaDateOf(now());
  const keep = async (request: EdisRequest): Promise<void> => {
    await store.saveDocument(kind, request.reqId, JSON.stringify(request));
    requests.set(request.reqId, request);
  };
  const find = (clientCode: string, reqId: string): EdisRequest | undefined => {
    const request = requests.get(reqId);
    return request?.clientCode === clientCode ? request : undefined;
  };
  const isOpen = (request: EdisRequest): boolean => request.date === today() && request.authorisedAt === null;

  return {
    begin: async (clientCode, { isin, quantity }) => {
      if (orders.hasStandingAuthorisation(clientCode)) return { kind: 'refused' };
      const holding = orders.holdings(clientCode).find((owned) => owned.isin === isin);
      if (!holding || !Number.isSafeInteger(quantity) || quantity < 1 || quantity > holding.settledQuantity) {
        return { kind: 'refused' };
      }
      const open = [...requests.values()].find(
        (request) => request.clientCode === clientCode && request.isin === isin && isOpen(request),
      );
      if (open) return { kind: 'request', request: open, isNew: false };
      const request = { clientCode, isin, quantity, token: holding.token, createdAt: now(), date: today(), ...blank() };
      await keep(request);
      return { kind: 'request', request, isNew: true };
    },
    sendTpin: async (clientCode, { reqId, dpId, boId, pan }) => {
      const request = find(clientCode, reqId);
      const isRight = dpId === SIM_DP_ID && boId === boIdOf(clientCode) && /^[A-Z]{5}\d{4}[A-Z]$/.test(pan);
      if (!request || !isOpen(request) || !isRight) return false;
      await keep({ ...request, tpinSent: true });
      return true;
    },
    find,
    confirm: async ({ reqId, details, tpin, otp }) => {
      const request = requests.get(reqId);
      if (!request || request.details !== details || !isOpen(request)) return 'unknown';
      if (!request.tpinSent || tpin !== SIM_TPIN || otp !== SIM_EDIS_OTP) return 'wrong_code';
      const outcome = await orders.authorise(request.clientCode, request.token, request.quantity);
      if (outcome === 'no_such_holding') return 'unknown';
      await keep({ ...request, authorisedAt: now() });
      return 'authorised';
    },
  };
}

function blank(): Pick<EdisRequest, 'reqId' | 'details' | 'tpinSent' | 'authorisedAt'> {
  const digits = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString()
    .padStart(20, '0');
  return {
    reqId: digits.slice(0, 16),
    details: randomBytes(96).toString('base64'),
    tpinSent: false,
    authorisedAt: null,
  };
}

/** The client's account at the depository: sixteen digits. */
export function boIdOf(clientCode: string): string {
  return `12033200${clientCode.replace(/\D/g, '').padStart(8, '0')}`;
}
