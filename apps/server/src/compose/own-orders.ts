import type { Bus } from '@trickdesk/db';
import { findBasketOf } from '../features/baskets/index.ts';
import { createOrderAccess, type ReleaseReader } from '../features/broker-links/index.ts';
import { BROKER_ACCOUNTS_CHANNEL, DEPLOYMENTS_CHANNEL } from '../features/deployments/index.ts';
import { bandReader, type DeskInstrument, type EntryRequest } from '../features/desk/index.ts';
import type { MarketDataService, StoredInstrument } from '../features/market-data/index.ts';
import type { HandOrder, OwnOrderParts } from '../features/orders/index.ts';
import { createRiskGate, createRiskPreview } from '../features/risk/index.ts';
import type { BrokerFoundation } from './broker-access.ts';
import { keepBands } from './kept-bands.ts';
import { mayTrade } from './live-parts.ts';
import { newOrderTag } from './order-tag.ts';

/** The few seconds that a person waits for the broker's word. */
const WAIT_MS = 3_000;

interface OwnOrderSurroundings {
  readonly bus: Bus;
  readonly marketData: MarketDataService;
  /** Absent where nothing is previewed. */
  readonly releases?: Pick<ReleaseReader, 'lately'>;
}

/** Orders by hand: kept here, sent by the desk of the account in the live runner's process. */
export function ownOrderPartsOf(
  foundation: BrokerFoundation,
  { bus, marketData, releases }: OwnOrderSurroundings,
): OwnOrderParts {
  const { settings, database, clock, secrets, smartApi, ids } = foundation;
  const { accessOf } = createOrderAccess({ database, clock, secrets });
  const readBands = bandReader({ accessOf, marketData: (access) => smartApi.marketData(access, 'order form') });
  const gate = createRiskGate({ clock, marketData });
  const foresee = createRiskPreview({ clock, marketData });
  return {
    database,
    clock,
    marketData,
    environment: settings.market === 'angelone' ? 'live' : 'simulator',
    // While the live runner stands still nobody would send what is kept.
    mayPlace: mayTrade(settings),
    marginOf: async (linkId, leg) => {
      const access = await accessOf(linkId);
      return access && smartApi.orders(access).margin([leg]);
    },
    bandOf: keepBands(readBands, { clock }),
    heldOf: async (linkId, { instrument, product }) => {
      const access = await accessOf(linkId);
      const reply = access && (await smartApi.orders(access).positions());
      if (reply?.kind !== 'ok') return undefined;
      const rows = reply.value.filter((row) => row.tradingSymbol === instrument.tradingSymbol);
      return rows.reduce((sum, row) => (row.product === product ? sum + row.netQuantity : sum), 0);
    },
    releasesOf: async (linkId) => releases?.lately(linkId),
    gate: (tx, order) => gate(tx, entryOf(order)),
    foresee: (db, order) => foresee(db, entryOf(order)),
    basketOf: findBasketOf,
    newTag: () => newOrderTag(ids),
    wakeDesk: (linkId) => {
      bus.publish(BROKER_ACCOUNTS_CHANNEL, String(linkId));
      // Where no desk of the account is open yet, the runner that hears this opens one.
      bus.publish(DEPLOYMENTS_CHANNEL, '');
    },
    waitMs: WAIT_MS,
  };
}

function entryOf({ instrument, ...order }: HandOrder): EntryRequest {
  return { ...order, instrument: deskInstrumentOf(instrument) };
}

function deskInstrumentOf(instrument: StoredInstrument): DeskInstrument {
  const { id, symbol, token, tradingSymbol, tickPaise, lotSize, kind } = instrument;
  return {
    id,
    exchange: 'NSE',
    symbol,
    token,
    tradingSymbol,
    kind: kind === 'etf' ? 'etf' : 'equity',
    tickPaise,
    lotSize,
  };
}
