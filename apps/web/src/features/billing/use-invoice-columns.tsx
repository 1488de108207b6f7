import type { Invoice } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { Money, Signed } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { downloadBase64 } from '../../ui/table/csv.ts';
import texts from '../../ui/texts.module.css';
import { lastDay } from './plan-words.ts';

export function useInvoiceColumns(): readonly TableColumn<Invoice>[] {
  const { t, i18n } = useTranslation();
  return useMemo(
    (): TableColumn<Invoice>[] => [
      {
        id: 'time',
        header: t('wallet.time'),
        sort: { name: 'time', kind: 'time' },
        width: '9rem',
        csv: (invoice) => invoice.issuedAt,
        cell: (invoice) => <Moment at={invoice.issuedAt} wall />,
      },
      {
        id: 'number',
        header: t('billing.invoices.number'),
        width: '10rem',
        csv: (invoice) => invoice.number,
        cell: (invoice) => (
          <span className={texts.twoLines}>
            <bdi>{invoice.number}</bdi>
            <span className={texts.sub}>
              {invoice.creditsNumber === undefined
                ? t('billing.invoices.kinds.invoice')
                : t('billing.invoices.creditsNumber', { number: invoice.creditsNumber })}
            </span>
          </span>
        ),
      },
      {
        id: 'what',
        header: t('billing.invoices.what'),
        wide: true,
        csv: (invoice) => invoice.description,
        cell: (invoice) => (
          <span className={texts.twoLines}>
            <span>{invoice.description}</span>
            <span className={texts.sub}>
              {t('billing.invoices.until', { until: lastDay(invoice.to, i18n.language) })}
            </span>
          </span>
        ),
      },
      {
        id: 'tax',
        header: t('billing.invoices.tax'),
        align: 'end',
        width: '12rem',
        priority: 3,
        csv: (invoice) => taxPaise(invoice) / 100,
        cell: (invoice) => (
          <span className={texts.twoLines}>
            <Money paise={taxPaise(invoice)} />
            <span className={texts.sub}>
              {invoice.igstPaise > 0
                ? t('billing.invoices.igst')
                : t('billing.invoices.split', { cgst: rupees(invoice.cgstPaise), sgst: rupees(invoice.sgstPaise) })}
            </span>
          </span>
        ),
      },
      {
        id: 'paidBy',
        header: t('billing.invoices.paidBy'),
        width: '10rem',
        priority: 2,
        csv: (invoice) => t(`billing.payWiths.${invoice.paidBy}`),
        cell: (invoice) => t(`billing.payWiths.${invoice.paidBy}`),
      },
      {
        id: 'total',
        header: t('billing.invoices.sum'),
        align: 'end',
        width: '8rem',
        csv: (invoice) => signedPaise(invoice) / 100,
        cell: (invoice) =>
          invoice.kind === 'invoice' ? <Money paise={invoice.totalPaise} /> : <Signed paise={signedPaise(invoice)} />,
      },
      {
        id: 'file',
        header: t('billing.invoices.file'),
        align: 'end',
        width: '7rem',
        cell: (invoice) => <InvoiceFile invoice={invoice} />,
      },
    ],
    [t, i18n.language],
  );
}

function taxPaise({ cgstPaise, sgstPaise, igstPaise }: Invoice): number {
  return cgstPaise + sgstPaise + igstPaise;
}

/** What was paid; a credit note takes it back. */
function signedPaise({ kind, totalPaise }: Invoice): number {
  return kind === 'invoice' ? totalPaise : -totalPaise;
}

function InvoiceFile({ invoice: { invoiceId, number } }: { readonly invoice: Invoice }) {
  const { t } = useTranslation();
  const read = useAction('invoicepdf');
  return (
    <Button
      small
      look="quiet"
      busy={read.isPending}
      label={t('billing.invoices.pdfOf', { number })}
      onClick={() =>
        read.mutate(
          { invoiceId },
          { onSuccess: ({ fileName, base64 }) => downloadBase64(fileName, base64, 'application/pdf') },
        )
      }
    >
      {t('billing.invoices.pdf')}
    </Button>
  );
}
