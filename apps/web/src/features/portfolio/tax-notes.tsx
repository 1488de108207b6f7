import { useTranslation } from 'react-i18next';
import { rupees, signedRupees } from '../../lib/format.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import css from './tax.module.css';

/** What the figures leave out, and what must be known before they are used for a return. */
export function TaxNotes({ report: { tax, unread } }: { readonly report: OutputOfCall<'portfoliotax'> }) {
  const { t } = useTranslation();
  const accounts = unread.map(({ clientCode }) => clientCode).join(', ');
  return (
    <ul className={css.notes}>
      {unread.length > 0 ? <li>{t('portfolio.tax.unread', { accounts })}</li> : null}
      {tax.unknownProceedsPaise > 0 ? (
        <li>{t('portfolio.tax.unknown', { amount: rupees(tax.unknownProceedsPaise) })}</li>
      ) : null}
      {tax.otherFundsPaise === 0 ? null : (
        <li>{t('portfolio.tax.otherFunds', { amount: signedRupees(tax.otherFundsPaise) })}</li>
      )}
      <li>{t('portfolio.tax.method')}</li>
      <li>{t('portfolio.tax.leftOut')}</li>
    </ul>
  );
}
