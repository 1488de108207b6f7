import type { OrderPreview } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { price } from '../../lib/format.ts';
import { useLastPrice } from '../../lib/quotes.ts';
import { failureText } from '../../ui/feedback/failure-text.ts';
import { ChargesList } from '../../ui/figures/charges-list.tsx';
import { Money } from '../../ui/figures/figures.tsx';
import css from './orders.module.css';
import own from './own-orders.module.css';
import type { usePreview } from './use-preview.ts';

/** What is known of an order before it is placed or changed, or why it is not known. */
export function Preview({
  preview: { shown, error },
  symbol,
}: {
  readonly preview: Pick<ReturnType<typeof usePreview>, 'shown' | 'error'>;
  readonly symbol: string;
}) {
  const { t } = useTranslation();
  return (
    <>
      {shown ? <PreviewBox preview={shown} symbol={symbol} /> : null}
      {error ? <p className={own.problems}>{failureText(error, t)}</p> : null}
    </>
  );
}

/** What an order would block and cost, and what stands in its way, before anything is placed. */
function PreviewBox({ preview, symbol }: { readonly preview: OrderPreview; readonly symbol: string }) {
  const { t } = useTranslation();
  const last = useLastPrice(symbol, preview.lastPrice);
  const { lowerBand, upperBand, marginPaise } = preview;
  return (
    <div className={own.preview}>
      <dl className={css.pairs}>
        <dt>{t('orders.own.last')}</dt>
        <dd>{last === undefined ? t('common.none') : price(last)}</dd>
        {lowerBand === undefined || upperBand === undefined ? null : (
          <>
            <dt>{t('orders.own.band')}</dt>
            <dd>
              <bdi>{t('orders.own.bandOf', { lower: price(lowerBand), upper: price(upperBand) })}</bdi>
            </dd>
          </>
        )}
        <dt>{t('orders.own.value')}</dt>
        <dd>
          <Money paise={preview.valuePaise} />
        </dd>
        <dt>{t('orders.own.margin')}</dt>
        <dd>{marginPaise === undefined ? t('orders.own.marginUnknown') : <Money paise={marginPaise} />}</dd>
        <dt>{t('orders.charges')}</dt>
        <dd>
          <Money paise={preview.charges.totalPaise} />
        </dd>
      </dl>
      <details>
        <summary>{t('common.showDetails')}</summary>
        <ChargesList charges={preview.charges} />
      </details>
      {preview.notes.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {preview.problems.length > 0 ? (
        <ul className={own.problems} role="alert">
          {preview.problems.map(({ sentence }) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
