import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { count, dayInFull, rupees } from '../../lib/format.ts';
import { oldPrices, type PortfolioOverview } from './overview-view.ts';
import css from './tax.module.css';

/** From when on something is known, and what is missing: beside the figures, not below everything. */
export function OverviewNotes({ overview }: { readonly overview: PortfolioOverview }) {
  const { t } = useTranslation();
  return (
    <ul className={css.notes}>
      {notesOf(overview, t).map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

function notesOf(overview: PortfolioOverview, t: TFunction): readonly string[] {
  const { recordsFrom, unknownValuePaise, unknownProceedsPaise, missing } = overview;
  const old = oldPrices(overview);
  const known = recordsFrom === undefined ? [] : [t('portfolio.overview.recordsFrom', { day: dayInFull(recordsFrom) })];
  const unknown = [
    unknownValuePaise > 0 ? t('portfolio.overview.unknownValue', { amount: rupees(unknownValuePaise) }) : '',
    unknownProceedsPaise > 0 ? t('portfolio.overview.unknownProceeds', { amount: rupees(unknownProceedsPaise) }) : '',
    old.length > 0 ? t('portfolio.overview.oldPrices', { symbols: old.join(', ') }) : '',
  ];
  const scope = overview.badge === 'test' ? t('portfolio.overview.scopeTest') : t('portfolio.overview.scopeLive');
  return [...known, ...unknown, ...missingNotes(missing, t), scope].filter((note) => note !== '');
}

function missingNotes(missing: PortfolioOverview['missing'], t: TFunction): readonly string[] {
  const codes = (accounts: PortfolioOverview['missing']['unread']): string =>
    accounts.map(({ clientCode }) => clientCode).join(', ');
  const symbols = (list: readonly string[]): string => list.join(', ');
  const { unread, unlinked, unpriced, overclaimed, fewer } = missing;
  return [
    unread.length > 0 ? t('portfolio.overview.unread', { accounts: codes(unread) }) : '',
    unlinked.length > 0 ? t('portfolio.overview.unlinked', { accounts: codes(unlinked) }) : '',
    unpriced.length > 0 ? t('portfolio.overview.unpriced', { symbols: symbols(unpriced) }) : '',
    overclaimed.length > 0 ? t('portfolio.overview.overclaimed', { symbols: symbols(overclaimed) }) : '',
    ...fewer.map(({ symbol, clientCode: account, onRecord, atBroker }) =>
      t('portfolio.overview.fewer', { account, symbol, atBroker: count(atBroker), onRecord: count(onRecord) }),
    ),
  ];
}
