import type { MarketData } from '@trickdesk/brokers';
import type { Tx } from '@trickdesk/db';
import { putMembers } from './calendar-store.ts';
import { addInstruments, type InstrumentRow, retireInstruments, upsertInstruments } from './store.ts';

type Listed = Parameters<Parameters<MarketData['readInstruments']>[0]>[0][number];

/** Shares, ETFs and indices; futures and options are read by nothing in this version, so their 100,000 rows stay out. */
const isKept = (listed: Listed): boolean =>
  (listed.exchange === 'NSE' || listed.exchange === 'BSE') && listed.kind !== 'future' && listed.kind !== 'option';

/** Shares with futures go into the closing auction; those of indices have no share. */
const isStockFuture = (listed: Listed): boolean =>
  listed.exchange === 'NFO' && listed.kind === 'future' && !INDEX_FUTURE.test(listed.symbol);
const INDEX_FUTURE = /NIFTY|SENSEX|BANKEX/;

/** What can be looked at and traded: NSE's ordinary series, and its indices. */
const isOffered = (listed: Listed): boolean =>
  listed.exchange === 'NSE' && (listed.kind === 'index' || listed.tradingSymbol.endsWith('-EQ'));

/** The list ended early, could not be reached, or holds nothing that we know. */
export class UnreadableList extends Error {}

/** Nobody answered: the same call may work in a moment. */
export class ListOutOfReach extends UnreadableList {}

export interface InstrumentListResult {
  readonly written: number;
  readonly skipped: number;
}

/**
 * Writes the broker's list. `offer`: the list is the market's own, so what it names is offered and what it does not
 * name any more is not; otherwise (a file) only names and numbers are learnt.
 *
 * @throws UnreadableList when the list could not be read whole: the transaction must then roll back
 */
export async function storeInstrumentList(
  tx: Tx,
  read: MarketData['readInstruments'],
  options: { readonly offer: boolean; readonly at: Date },
): Promise<InstrumentListResult> {
  let written = 0;
  const underlyings = new Set<string>();
  const reply = await read(async (rows) => {
    for (const row of rows) if (isStockFuture(row)) underlyings.add(row.symbol);
    const kept = rows.filter(isKept).map((listed) => rowOf(listed, options.offer && isOffered(listed)));
    // A list may name a trading symbol twice; one statement may not write a row twice.
    const unique = [...new Map(kept.map((row) => [`${row.exchange}:${row.tradingSymbol}`, row])).values()];
    if (options.offer) await upsertInstruments(tx, unique, options.at);
    else await addInstruments(tx, unique, options.at);
    written += unique.length;
  });
  if (reply.kind === 'unavailable') throw new ListOutOfReach(`no instrument list could be had: ${reply.cause}`);
  if (reply.kind !== 'ok') throw new UnreadableList(`the instrument list could not be read: ${JSON.stringify(reply)}`);
  if (written === 0) throw new UnreadableList('the instrument list names no share, ETF or index');
  if (options.offer) await retireInstruments(tx, options.at);
  // A list without derivatives says nothing about who has some.
  if (options.offer && underlyings.size > 0) {
    const symbols = [...underlyings].toSorted();
    await putMembers(tx, { exchange: 'NSE', segment: 'closing_auction', symbols });
  }
  return { written, skipped: reply.value.accepted + reply.value.skipped - written };
}

function rowOf(listed: Listed, active: boolean): InstrumentRow {
  return {
    exchange: listed.exchange,
    token: listed.token,
    symbol: listed.symbol,
    tradingSymbol: listed.tradingSymbol,
    // The list has no company names; an index has a longer name as its trading symbol.
    name: listed.kind === 'index' ? listed.tradingSymbol : listed.symbol,
    kind: listed.kind,
    tickPaise: listed.tickPaise,
    lotSize: listed.lotSize,
    expiry: listed.expiry,
    strikePaise: listed.strikePaise,
    active,
  };
}
