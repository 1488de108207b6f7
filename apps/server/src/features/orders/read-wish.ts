import { type EpochMs, isTradable, type PhaseAt, phaseAt } from '@trickdesk/domain';
import { Refusal, type RefusalParts } from '../../http/refusal.ts';
import type { LastPrice, StoredInstrument } from '../market-data/index.ts';
import type { HandOrder, OwnOrderParts } from './own-order-parts.ts';
import { type OwnShape, shapeOfWish, type Wish } from './own-orders-rules.ts';
import { type HandLink, listHandLinks, readTrader } from './own-orders-store.ts';

export interface WishInput extends Wish {
  readonly brokerId?: number | undefined;
  readonly symbol: string;
}

/** A wish with all that is known around it. */
export interface KnownWish {
  readonly brokerLinkId: number;
  readonly instrument: StoredInstrument;
  readonly shape: OwnShape;
  readonly last: LastPrice | undefined;
  /** The exchange's clock; `undefined` before its first word. */
  readonly exchangeNow: EpochMs | undefined;
  /** What the exchange takes for it now. */
  readonly phase: PhaseAt;
}

/** @throws Refusal where the account may not trade at the broker, or the instrument is none that it can trade */
export async function readWish(parts: OwnOrderParts, accountId: number, wish: WishInput): Promise<KnownWish> {
  const brokerLinkId = await usableLink(parts, accountId, wish.brokerId);
  const { marketData } = parts;
  const instrument = await marketData.instrument('NSE', wish.symbol);
  if (!instrument?.active || !isTradable(instrument)) throw new Refusal('INSTRUMENT_UNKNOWN');
  const [last] = await marketData.lastPrices([{ symbol: wish.symbol }]);
  const { now: exchangeNow } = await marketData.marketState();
  const phase: PhaseAt =
    exchangeNow === undefined ? { phase: 'closed' } : phaseAt(marketData.calendar, instrument.symbol, exchangeNow);
  return { brokerLinkId, instrument, shape: shapeOfWish(wish), last, exchangeNow, phase };
}

/** A linked broker account of a person: the one that is named, or the only one. @throws Refusal */
export async function linkOf(
  { database, environment }: Pick<OwnOrderParts, 'database' | 'environment'>,
  accountId: number,
  brokerId: number | undefined,
): Promise<HandLink> {
  const links = await listHandLinks(database.kysely, accountId, environment);
  const link = brokerId === undefined ? links[0] : links.find(({ id }) => id === brokerId);
  if (!link && brokerId !== undefined) throw new Refusal('NOT_FOUND');
  if (!link) throw new Refusal('BROKER_NOT_LINKED');
  if (brokerId === undefined && links.length > 1) throw new Refusal('INVALID_INPUT', severalLinks());
  return link;
}

/** The broker account that orders may go to now. @throws Refusal */
export async function usableLink(
  parts: OwnOrderParts,
  accountId: number,
  brokerId: number | undefined,
): Promise<number> {
  const { database, clock, mayPlace } = parts;
  const link = await linkOf(parts, accountId, brokerId);
  const trader = await readTrader(database.kysely, accountId);
  const [isVerified, isActivated] = [trader.kyc_verified_at !== null, trader.trade_activated_at !== null];
  if (!isVerified && !isActivated) throw new Refusal('KYC_AND_ACTIVATION_MISSING');
  if (!isVerified) throw new Refusal('KYC_NOT_VERIFIED');
  if (!isActivated) throw new Refusal('TRADE_NOT_ACTIVATED');
  if (!mayPlace) throw new Refusal('LIVE_READ_ONLY');
  const isSignedIn = link.status === 'linked' && link.token_expires_at.getTime() > clock.now();
  if (!isSignedIn) throw new Refusal('BROKER_SESSION_CLOSED');
  return link.id;
}

function severalLinks(): RefusalParts {
  return { errors: [{ path: 'brokerId', message: 'Choose the broker account that the order goes to.' }] };
}

export function handOrderOf(accountId: number, wish: Wish, known: KnownWish, at: EpochMs): HandOrder {
  const { brokerLinkId, instrument, shape } = known;
  const { quantity, pricePaise } = shape;
  const product = wish.product === 'DELIVERY' ? 'delivery' : 'intraday';
  return { accountId, brokerLinkId, instrument, side: wish.side, product, quantity, pricePaise, at };
}
