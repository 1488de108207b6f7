import { estimatedPnlPaise } from '../../lib/live-pnl.ts';
import { useLastPrice } from '../../lib/quotes.ts';
import { Gain, Price } from './figures.tsx';

interface LiveGainProps {
  readonly symbol: string;
  readonly held: Parameters<typeof estimatedPnlPaise>[0];
}

/** The result of something that is held, moving with its price. */
export function LiveGain({ symbol, held }: LiveGainProps) {
  const last = useLastPrice(symbol, held.lastPrice);
  return <Gain paise={estimatedPnlPaise(held, last)} live />;
}

interface LivePriceProps {
  readonly symbol: string;
  /** Shown until the stream has told a newer one. */
  readonly known: number | undefined;
  /** Characters that are always taken, for a column of figures. */
  readonly width?: number;
}

export function LivePrice({ symbol, known, width }: LivePriceProps) {
  return <Price value={useLastPrice(symbol, known)} live {...(width === undefined ? {} : { width })} />;
}
