import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../../lib/format.ts';
import { useCall, useCalls } from '../../../lib/use-call.ts';
import { CandleChart } from '../../../ui/charts/candle-chart.tsx';
import { ChartSkeleton } from '../../../ui/charts/chart-skeleton.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { Segments } from '../../../ui/segments.tsx';
import css from './builder.module.css';
import { capitalPaiseOf, type Draft, definitionOf, symbolsOf } from './draft.ts';
import type { PreviewRequest } from './preview.worker.ts';
import type { Checker } from './use-checker.ts';
import { usePreview } from './use-preview.ts';

const HEIGHT = 340;
/** Of a share whose tick is not known, whole paise. */
const USUAL_TICK_PAISE = 5;
/** More than these are chosen on the page of a back-test. */
const MOST_SYMBOLS = 8;
const NOTHING: readonly string[] = [];

interface PreviewSectionProps {
  readonly draft: Draft;
  readonly checker: Checker;
}

/** Where the rules as they stand would have bought and sold, on the newest stored bars. */
export function PreviewSection({ draft, checker }: PreviewSectionProps) {
  const { t } = useTranslation();
  const symbols = [...new Set(symbolsOf(draft.symbols))]
    .filter((symbol) => /^[A-Z0-9&_-]{1,30}$/.test(symbol))
    .slice(0, MOST_SYMBOLS);
  const [asked, setAsked] = useState('');
  const symbol = symbols.includes(asked) ? asked : symbols[0];
  return (
    <Section title={t('builder.preview.title')} note={t('builder.preview.note')}>
      {symbols.length > 1 && symbol !== undefined ? (
        <div className={css.symbols}>
          <Segments
            label={t('builder.preview.symbols')}
            value={symbol}
            options={symbols.map((value) => ({ value, label: value }))}
            onChange={setAsked}
          />
        </div>
      ) : null}
      {symbol === undefined ? (
        <p className={css.quiet}>{t('builder.preview.noSymbol')}</p>
      ) : (
        <OfSymbol key={symbol} symbol={symbol} draft={draft} checker={checker} />
      )}
    </Section>
  );
}

function OfSymbol({ symbol, draft, checker }: PreviewSectionProps & { readonly symbol: string }) {
  const { t } = useTranslation();
  const { interval } = draft;
  const candles = useCall('candles', { symbol, interval });
  const found = useCall('searchinstruments', { Search: symbol });
  const tickSize = found.data?.instrument_list.find((each) => each.symbol === symbol)?.tickSize;
  const tickPaise = tickSize ? Math.round(tickSize * 100) : USUAL_TICK_PAISE;
  const isRight = checker.checked?.errors.length === 0 && !checker.behind && (draft.capital ?? 0) >= 1;
  const bars = candles.data?.candles;
  const read = (checker.checked?.sources ?? NOTHING).filter((each) => each !== symbol);
  const others = useCalls(
    'candles',
    read.map((each) => ({ symbol: each, interval })),
  );
  const request = useMemo(
    (): PreviewRequest | undefined =>
      isRight && bars && bars.length > 0 && others.data
        ? {
            ...{ definition: definitionOf(draft), symbol, interval, candles: bars, tickPaise },
            sources: [{ symbol, candles: bars }, ...others.data],
            capitalPaise: capitalPaiseOf(draft),
          }
        : undefined,
    [isRight, bars, others.data, draft, symbol, interval, tickPaise],
  );
  const { preview, working } = usePreview(request);
  const isShort = preview !== undefined && preview.entries === 0 && preview.warmupBars > (bars?.length ?? 0);
  const bare = bars?.length === 0 ? symbol : others.data?.find((each) => each.candles.length === 0)?.symbol;
  useLookAgain(isShort || bare !== undefined);
  const marks = isRight ? preview?.marks : undefined;

  function status(): string {
    if (!isRight) return t('builder.preview.mend');
    if (others.error) return t('builder.preview.failed', { symbol: read.join(', ') });
    if (bare !== undefined) return t('builder.preview.noBars', { symbol: bare });
    if (working || !preview) return t('builder.preview.working');
    const words = { entries: count(preview.entries), exits: count(preview.exits), vetoes: count(preview.vetoes) };
    return isShort
      ? t('builder.preview.warming', { needed: count(preview.warmupBars), there: count(bars?.length ?? 0) })
      : t('builder.preview.found', words);
  }

  return (
    <>
      <p className={css.quiet} role="status">
        {status()} {candles.data ? t('builder.preview.source', { source: candles.data.source }) : null}{' '}
        {candles.data?.simulated ? t('builder.preview.simulated') : null}
      </p>
      <Loaded
        state={{ data: candles.data?.candles, error: candles.error, refetch: candles.refetch }}
        failed={t('builder.preview.failed', { symbol })}
        skeleton={<ChartSkeleton height={HEIGHT + 96} />}
      >
        {(shown) => (
          <CandleChart
            key={interval}
            candles={shown}
            {...(marks ? { marks } : {})}
            daily={interval === '1d'}
            height={HEIGHT}
            title={<strong>{symbol}</strong>}
          />
        )}
      </Loaded>
    </>
  );
}

const LOOK_AGAIN_MS = 5_000;

/** The past of a young market is still being stored: no event tells of it, so the bars are read again until they do. */
function useLookAgain(waiting: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['candles'] }), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [client, waiting]);
}
