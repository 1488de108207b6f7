import type { ChargesByKind } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import css from './charges-list.module.css';
import { Money } from './figures.tsx';

const KINDS = [
  'brokeragePaise',
  'sttPaise',
  'exchangePaise',
  'ipftPaise',
  'sebiPaise',
  'stampPaise',
  'gstPaise',
  'dpPaise',
] as const;

/** Each kind of charge and their sum. */
export function ChargesList({ charges }: { readonly charges: ChargesByKind }) {
  const { t } = useTranslation();
  return (
    <dl className={css.pairs}>
      {KINDS.map((kind) => (
        <div key={kind} className={css.pair}>
          <dt>{t(`figures.chargeKind.${kind}`)}</dt>
          <dd>
            <Money paise={charges[kind]} />
          </dd>
        </div>
      ))}
      <div className={css.sum}>
        <dt>{t('figures.chargeKind.totalPaise')}</dt>
        <dd>
          <Money paise={charges.totalPaise} />
        </dd>
      </div>
    </dl>
  );
}
