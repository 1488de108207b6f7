import type { BacktestTables } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { asFigures, count, wholeRupees } from '../../lib/format.ts';
import { Section } from '../../ui/section.tsx';
import css from './distribution.module.css';

interface DistributionProps {
  readonly bins: BacktestTables['distribution'];
  /** Whether charges are taken off. */
  readonly note: string;
}

/** How many trades ended with which result: losses and gains as columns of one scale. */
export function Distribution({ bins, note }: DistributionProps) {
  const { t } = useTranslation();
  const [first, last] = [bins[0], bins.at(-1)];
  if (!first || !last) return null;
  const most = Math.max(...bins.map(({ trades }) => trades));
  const lost = bins.reduce((sum, bin) => sum + (bin.fromPaise < 0 ? bin.trades : 0), 0);
  const all = bins.reduce((sum, bin) => sum + bin.trades, 0);
  const fullest = bins.find(({ trades }) => trades === most) ?? first;
  return (
    <Section title={t('backtests.report.distribution')} note={note}>
      <figure className={css.figure}>
        <div className={css.bars} aria-hidden="true">
          {bins.map((bin) => (
            <div
              key={bin.fromPaise}
              className={css.slot}
              title={t('backtests.report.bin', {
                count: bin.trades,
                from: wholeRupees(bin.fromPaise),
                to: wholeRupees(bin.toPaise),
              })}
            >
              <div
                className={bin.fromPaise < 0 ? css.loss : css.gain}
                style={{ blockSize: `${(bin.trades / most) * 100}%` }}
              />
            </div>
          ))}
        </div>
        <div className={css.axis} aria-hidden="true">
          <span>{wholeRupees(first.fromPaise)}</span>
          <span>{wholeRupees(last.toPaise)}</span>
        </div>
        <figcaption className={css.caption}>
          {asFigures(
            t('backtests.report.distributionSummary', {
              lost: count(lost),
              all: count(all),
              most: count(most),
              from: wholeRupees(fullest.fromPaise),
              to: wholeRupees(fullest.toPaise),
            }),
          )}
        </figcaption>
      </figure>
    </Section>
  );
}
