import { useQueryClient } from '@tanstack/react-query';
import { addDays, type Interval, indiaDateOf } from '@trickdesk/domain';
import { useMemo, useState } from 'react';
import { useExchange } from '../../lib/exchange-clock.ts';
import { useCall } from '../../lib/use-call.ts';
import { useStreamEvent, useWatchedSymbols } from '../../lib/use-stream.ts';
import type { Candle } from '../../ui/charts/series.ts';
import { DAYS_SHOWN, type LiveMinutes, NO_MINUTES, seriesOf, withClosedMinute, withQuote } from './live-candles.ts';

const NO_CANDLES: readonly Candle[] = [];

export interface LiveCandles {
  readonly candles: readonly Candle[] | undefined;
  readonly source: string | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Minutes of one symbol from the stream; they are forgotten with the symbol. */
function useLiveMinutes(symbol: string): LiveMinutes {
  const [kept, setKept] = useState({ symbol, live: NO_MINUTES });
  const client = useQueryClient();
  const open = useExchange().status === 'open';
  if (kept.symbol !== symbol) setKept({ symbol, live: NO_MINUTES });
  const change = (act: (live: LiveMinutes) => LiveMinutes) =>
    setKept((before) => {
      const live = act(before.live);
      return before.symbol !== symbol || live === before.live ? before : { symbol, live };
    });
  useWatchedSymbols([symbol]);
  useStreamEvent('quote', ({ quotes }) => {
    // Prices outside the session (pre-open, after the close) belong to no bar.
    if (!open) return;
    const own = quotes.filter((quote) => quote.symbol === symbol);
    if (own.length > 0) {
      change((live) => own.reduce((before, { at, last }) => withQuote(before, Date.parse(at), last), live));
    }
  });
  useStreamEvent('bar', (event) => {
    if (event.symbol !== symbol) return;
    // Minutes that closed between the first read and the stream's start are in no hand yet: they are stored by now.
    if (kept.live.closed.length === 0) void client.invalidateQueries({ queryKey: ['candles'] });
    change((live) => withClosedMinute(live, event.candle));
  });
  return kept.symbol === symbol ? kept.live : NO_MINUTES;
}

/** The series of a chart: stored bars, and the bar in progress from the stream. */
export function useLiveCandles(symbol: string, interval: Interval): LiveCandles {
  const header = useCall('headerdata', {});
  const now = header.data?.market.now;
  const today = now === undefined ? undefined : indiaDateOf(Date.parse(now));
  const days = DAYS_SHOWN[interval];
  const ready = header.data !== undefined || header.error !== null;
  const stored = useCall(
    'candles',
    {
      symbol,
      interval,
      ...(today === undefined || days === undefined ? {} : { from_date: addDays(today, -days) }),
    },
    { enabled: ready },
  );
  const minutes = useCall(
    'candles',
    { symbol, interval: '1m', ...(today === undefined ? {} : { from_date: today }) },
    { enabled: ready && today !== undefined && interval !== '1m' },
  );
  const live = useLiveMinutes(symbol);
  const storedCandles = stored.data?.candles;
  const minuteCandles = minutes.data?.candles ?? NO_CANDLES;
  const candles = useMemo(
    () => storedCandles && seriesOf({ stored: storedCandles, minutes: minuteCandles, live, interval }),
    [storedCandles, minuteCandles, live, interval],
  );
  return { candles, source: stored.data?.source, error: stored.error, refetch: stored.refetch };
}
