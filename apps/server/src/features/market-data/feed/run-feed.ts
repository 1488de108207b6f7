import type { FeedListener } from '@trickdesk/brokers';
import type { Subscription } from '@trickdesk/db';
import { putTail } from '../candle-store.ts';
import { storeInstrumentList } from '../instrument-list.ts';
import { publishMarket } from '../market-events.ts';
import { hearQuotesWanted } from '../quotes-wanted.ts';
import { publishPrices } from '../shown-prices.ts';
import { listActiveInstruments } from '../store.ts';
import type { StoredInstrument } from '../types.ts';
import { createBrokerSession } from './broker-session.ts';
import type { FeedParts } from './feed-parts.ts';
import { LiveMarket } from './live-market.ts';
import { createPump } from './news-pump.ts';
import { createShownModes } from './shown-modes.ts';
import { MOST_INSTRUMENTS, openSpread, type SpreadFeed, sharesOf } from './spread-feed.ts';

/**
 * Works as the one feed until the signal is given. Whatever it was doing when it was killed, the next run finds the
 * last stored minute of each instrument and fetches what is missing from there.
 *
 * @throws SignInRefused, or what made going on impossible
 */
export async function runFeed(parts: FeedParts): Promise<void> {
  const { db, bus, broker, settings, now, log } = parts;
  const stop = new AbortController();
  const signal = AbortSignal.any([parts.signal, stop.signal]);
  const { dataset } = settings;
  let feedHandle: SpreadFeed | undefined;
  const session = createBrokerSession({
    sessions: broker.sessions,
    account: settings.account,
    keep: parts.keep,
    now,
    log,
    signal,
    onSignedIn: () => feedHandle?.reconnect(),
  });
  const access = await session.resume();
  const offered = await db.transaction((tx) =>
    storeInstrumentList(tx, broker.marketData(access).readInstruments, { offer: true, at: new Date(now()) }),
  );
  log.info({ ...offered }, 'the instrument list was stored');
  const listed = inOrder(await listActiveInstruments(db.kysely), settings.first);
  const { shares, left } = sharesOf(listed);
  if (left.length > 0) {
    const words = 'the list has more instruments than one account can hear: the last of them get no prices';
    log.error({ listed: listed.length, most: MOST_INSTRUMENTS, without: left.length }, words);
  }
  const instruments = shares.flat();
  const pump = createPump({
    publisher: publishMarket(bus),
    store: (bars) => putTail(db.kysely, dataset, bars),
    log,
  });
  const live = new LiveMarket({
    parts,
    pump,
    show: publishPrices(bus),
    session,
    instruments,
    modes: createShownModes(() => feedHandle),
    fail: (error) => stop.abort(error),
    signal,
  });
  const open = (listener: FeedListener) => broker.openFeed(session.access, listener);
  const feed = openSpread(open, shares, { onTick: live.onTick, onEvent: live.onEvent });
  feedHandle = feed;
  let wishes: Subscription | undefined;
  try {
    const outcome = feed.subscribe();
    if (outcome.kind === 'refused') throw new Error(`the broker's feed refused the subscription: ${outcome.message}`);
    // After the subscription: a wish changes what is subscribed.
    wishes = await hearQuotesWanted(bus, live.onQuotesWanted);
    await live.work();
  } finally {
    await wishes?.unsubscribe();
    feed.close();
    await pump.stop();
    await live.rest();
  }
}

function inOrder(instruments: readonly StoredInstrument[], first: readonly string[]): StoredInstrument[] {
  const place = ({ symbol }: StoredInstrument): number => {
    const at = first.indexOf(symbol);
    return at < 0 ? first.length : at;
  };
  return instruments.toSorted((a, b) => place(a) - place(b) || a.id - b.id);
}
