import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { groupNumber, percent } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import css from './builder.module.css';
import { equalWeights, isWeight, MOST_NAMES, type NameRow, scaledWeights, sumOf } from './builder-input.ts';

interface WeightRowsProps {
  readonly rows: readonly NameRow[];
  /** What is wrong with them as a whole. */
  readonly error: string | undefined;
  /** Changes with every weight that is not typed, so that the fields show it. */
  readonly edition: number;
  readonly onType: (rows: readonly NameRow[]) => void;
  readonly onReplace: (rows: readonly NameRow[]) => void;
}

/** The names of a basket with their weights, and what the weights come to as they are typed. */
export function WeightRows({ rows, error, edition, onType, onReplace }: WeightRowsProps) {
  const { t } = useTranslation();
  const sum = sumOf(rows);
  return (
    <div className={css.names}>
      <ul className={css.rows} aria-label={t('baskets.constituentsTitle')}>
        {rows.map((row, place) => (
          <li key={row.symbol} className={css.row}>
            <span className={css.share}>
              <strong>{row.symbol}</strong>
              <span>{row.name === row.symbol ? null : row.name}</span>
            </span>
            <NumberField
              key={edition}
              name={`weight-${row.symbol}`}
              label={t('baskets.builder.weightOf', { symbol: row.symbol })}
              percent
              hundredths
              min={0.01}
              max={100}
              value={row.weight}
              error={error !== undefined && !isWeight(row) ? t('baskets.builder.weightMissing') : undefined}
              onChange={(weight) => onType(rows.map((each, i) => (i === place ? { ...each, weight } : each)))}
            />
            <Button
              look="quiet"
              small
              icon={<IconX size={16} aria-hidden="true" />}
              label={t('baskets.builder.removeOf', { symbol: row.symbol })}
              onClick={() => onType(rows.filter((_, i) => i !== place))}
            >
              {t('baskets.builder.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
      {rows.length === 0 ? null : (
        <div className={css.sum}>
          <span role="status" data-whole={sum === 100}>
            {sum === 100
              ? t('baskets.builder.sumWhole')
              : t(sum < 100 ? 'baskets.builder.sumShort' : 'baskets.builder.sumOver', {
                  sum: percent(sum),
                  rest: percent(Math.abs(100 - sum)),
                })}
          </span>
          <span>{t('baskets.builder.namesOf', { count: rows.length, most: groupNumber(MOST_NAMES) })}</span>
          <span className={css.deeds}>
            <Button look="quiet" small onClick={() => onReplace(equalWeights(rows))}>
              {t('baskets.builder.equal')}
            </Button>
            {sum !== 100 && sum > 0 && rows.every(isWeight) ? (
              <Button look="quiet" small onClick={() => onReplace(scaledWeights(rows))}>
                {t('baskets.builder.scale')}
              </Button>
            ) : null}
          </span>
        </div>
      )}
    </div>
  );
}
