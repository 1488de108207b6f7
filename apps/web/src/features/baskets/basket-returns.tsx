import type { BasketItem } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { Percent } from '../../ui/figures/figures.tsx';
import css from './baskets.module.css';
import { comparisonRows } from './figure-rows.ts';

interface BasketReturnsProps {
  readonly figures: NonNullable<BasketItem['figures']>;
  readonly benchmark: string;
}

/** A basket beside its benchmark: what a year and three came to, and how far both swing. */
export function BasketReturns({ figures, benchmark }: BasketReturnsProps) {
  const { t } = useTranslation();
  return (
    <table className={css.returns}>
      <thead>
        <tr>
          <th scope="col">{t('baskets.beforeCharges')}</th>
          <th scope="col">{t('baskets.basket')}</th>
          <th scope="col" title={benchmark}>
            {benchmark}
          </th>
        </tr>
      </thead>
      <tbody>
        {comparisonRows(figures).map(({ name, own, benchmark: other }) => (
          <tr key={name}>
            <th scope="row">
              <span>{t(`baskets.figure.${name}`)}</span>
            </th>
            <td>
              <Percent value={own} change={name !== 'volatility'} />
            </td>
            <td>
              <Percent value={other} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
