import type { PortfolioHolder } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import type { RecordMode } from '../../lib/record-mode.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Money } from '../../ui/figures/figures.tsx';
import { WeightBar } from '../../ui/figures/weight-bar.tsx';
import { Section } from '../../ui/section.tsx';
import { PartsTable } from '../../ui/table/parts-table.tsx';
import css from './overview.module.css';
import { holderPage, type PortfolioOverview } from './overview-view.ts';

interface SpreadProps {
  readonly overview: PortfolioOverview;
  readonly mode: RecordMode;
}

/** How what is held is spread: over instruments, kinds, and whoever holds it. Each adds up to the same whole. */
export function Spread({ overview, mode }: SpreadProps) {
  const { t } = useTranslation();
  return (
    <>
      <Shares
        title={t('portfolio.overview.byInstrument')}
        note={t('portfolio.overview.byInstrumentNote')}
        named={t('portfolio.overview.instrument')}
        whole={overview.valuePaise}
        rows={overview.instrument_list.map(({ symbol, name, quantity, valuePaise, sharePercent }) => ({
          ...{ key: symbol, valuePaise, sharePercent },
          name: <AppLink to={`/holdings/overview?type=${mode}&lots=${encodeURIComponent(symbol)}`}>{symbol}</AppLink>,
          notes: [
            ...(name === symbol ? [] : [name]),
            t('portfolio.overview.units', { count: quantity, formatted: count(quantity) }),
          ],
        }))}
      />
      <div className={css.pair}>
        <Shares
          title={t('portfolio.overview.byKind')}
          note={t('portfolio.overview.byKindNote')}
          named={t('portfolio.overview.kind')}
          whole={overview.valuePaise}
          rows={overview.kind_list.map(({ kind, valuePaise, sharePercent }) => ({
            ...{ key: kind, valuePaise, sharePercent, name: t(`portfolio.overview.kinds.${kind}`), notes: [] },
          }))}
        />
        <Shares
          title={t('portfolio.overview.byHolder')}
          note={t('portfolio.overview.byHolderNote')}
          named={t('portfolio.overview.holder')}
          whole={overview.valuePaise}
          rows={overview.holder_list.map(({ holder, valuePaise, sharePercent, parts }) => ({
            ...{ key: `${holder.kind} ${holder.id}`, valuePaise, sharePercent },
            name: <HolderName holder={holder} />,
            notes: [parts.map(({ symbol, quantity }) => `${count(quantity)} ${symbol}`).join(', ')],
          }))}
        />
      </div>
    </>
  );
}

interface ShareRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly notes: readonly string[];
  readonly valuePaise: number;
  readonly sharePercent: number;
}

interface SharesProps {
  readonly title: string;
  readonly note: string;
  /** What names the rows. */
  readonly named: string;
  readonly rows: readonly ShareRow[];
  readonly whole: number;
}

function Shares({ title, note, named, rows, whole }: SharesProps) {
  const { t } = useTranslation();
  const largest = Math.max(0, ...rows.map(({ sharePercent }) => sharePercent));
  return (
    <Section title={title} note={note}>
      <PartsTable
        head={[named, t('portfolio.overview.share'), t('portfolio.overview.worth')]}
        rows={rows.map(({ key, name, notes, valuePaise, sharePercent }) => ({
          ...{ key, name, notes },
          cells: [
            <WeightBar key="share" percent={sharePercent} of={largest} />,
            <Money key="value" paise={valuePaise} />,
          ],
        }))}
        sum={<Money paise={whole} />}
      />
    </Section>
  );
}

/** A basket or trick by its name, with a link to its page; what its owner holds themselves as such. */
export function HolderName({ holder }: { readonly holder: PortfolioHolder }) {
  const { t } = useTranslation();
  const page = holderPage(holder);
  if (!page || holder.kind === 'hand') return <span>{t('portfolio.overview.hand')}</span>;
  return <AppLink to={page}>{t(`portfolio.overview.holders.${holder.kind}`, { name: holder.name })}</AppLink>;
}
