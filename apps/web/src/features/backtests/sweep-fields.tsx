import type { SweepParameter } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import facts from '../../ui/facts.module.css';
import { FieldFrame } from '../../ui/form/field-frame.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import select from '../../ui/form/select.module.css';
import type { FieldProps, Form } from '../../ui/form/use-form.ts';
import css from './backtests.module.css';
import type { StartValues } from './start-input.ts';
import { combinationsOf, firstRow, type SweepRow } from './sweep-input.ts';

interface SweepFieldsProps {
  readonly form: Form<StartValues>;
  readonly parameters: readonly SweepParameter[];
}

/** Up to two parameters of the trick with the values to try, and how many combinations that makes. */
export function SweepFields({ form, parameters }: SweepFieldsProps) {
  const { t } = useTranslation();
  if (parameters.length === 0) return null;
  const { sweep1, sweep2 } = form.values;
  const combinations = combinationsOf([sweep1, sweep2]);
  return (
    <fieldset className={css.sweep}>
      <legend>{t('backtests.sweep.title')}</legend>
      <p className={facts.text}>{t('backtests.sweep.help')}</p>
      <Row field={form.field('sweep1')} parameters={parameters} />
      {sweep1 && parameters.length > 1 ? <Row field={form.field('sweep2')} parameters={parameters} /> : null}
      {sweep1 && combinations > 0 ? (
        <p className={facts.text} role="status">
          {t('backtests.sweep.combinations', { count: combinations })}
        </p>
      ) : null}
    </fieldset>
  );
}

interface RowProps {
  readonly field: FieldProps<SweepRow | undefined>;
  readonly parameters: readonly SweepParameter[];
}

function Row({ field, parameters }: RowProps) {
  const { t } = useTranslation();
  const row = field.value;
  const chosen = parameters.find(({ name }) => name === row?.name);
  const number = (key: 'from' | 'to' | 'step', error?: string) =>
    row && {
      name: `${field.name}.${key}`,
      value: row[key],
      label: t(`backtests.sweep.${key}`),
      error,
      onChange: (value: number | undefined) => field.onChange({ ...row, [key]: value }),
    };
  const [from, to, step] = [number('from', field.error), number('to'), number('step')];
  return (
    <div className={css.sweepRow}>
      <FieldFrame
        label={t('backtests.sweep.parameter')}
        help={chosen && t('backtests.sweep.own', { own: chosen.default, min: chosen.min, max: chosen.max })}
        error={undefined}
      >
        {(ids) => (
          <select
            {...ids}
            name={field.name}
            className={select.select}
            value={row?.name ?? ''}
            onChange={(event) => {
              const next = parameters.find(({ name }) => name === event.currentTarget.value);
              field.onChange(next && firstRow(next));
            }}
          >
            <option value="">{t('backtests.sweep.none')}</option>
            {parameters.map(({ name, label = name }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      {from && to && step ? (
        <div className={css.sweepRange} key={row?.name}>
          <NumberField {...from} />
          <NumberField {...to} />
          <NumberField {...step} />
        </div>
      ) : null}
    </div>
  );
}
