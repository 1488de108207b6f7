import { INTERVALS } from '@trickdesk/domain';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/form/fields.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import layout from '../../../ui/layout.module.css';
import { Section } from '../../../ui/section.tsx';
import css from './builder.module.css';
import type { Checked } from './check.worker.ts';
import type { Draft } from './draft.ts';
import { errorAt } from './field-errors.ts';

export interface DraftSectionProps {
  readonly draft: Draft;
  readonly errors: Checked['errors'];
  readonly set: (changes: Partial<Draft>) => void;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** What it is called, what it trades, and when. */
export function BasicsSection({ draft, errors, set }: DraftSectionProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('builder.basics')}>
      <div className={layout.stack}>
        <TextField
          name="name"
          label={t('builder.name')}
          value={draft.name}
          onChange={(name) => set({ name })}
          error={undefined}
          maxLength={80}
        />
        <TextField
          name="summary"
          label={t('builder.summary')}
          optional
          value={draft.summary}
          onChange={(summary) => set({ summary })}
          error={undefined}
          maxLength={200}
        />
        <TextField
          name="symbols"
          label={t('builder.symbols')}
          help={t('builder.symbolsHelp')}
          value={draft.symbols}
          onChange={(symbols) => set({ symbols })}
          error={errorAt(errors, 'instruments')}
        />
        <div className={css.fields}>
          <SelectField
            label={t('builder.interval')}
            value={draft.interval}
            options={INTERVALS.map((value) => ({ value, label: t(`strategies.intervals.${value}`) }))}
            onChange={(interval) => set({ interval })}
            error={errorAt(errors, 'interval')}
          />
          <SelectField
            label={t('builder.product')}
            value={draft.product}
            options={(['INTRADAY', 'DELIVERY'] as const).map((value) => ({
              value,
              label: t(`builder.products.${value}`),
            }))}
            onChange={(product) => set({ product })}
            error={errorAt(errors, 'product')}
          />
          <SelectField
            label={t('builder.direction')}
            value={draft.direction}
            options={(['long', 'short', 'both'] as const).map((value) => ({
              value,
              label: t(`builder.directions.${value}`),
            }))}
            onChange={(direction) => set({ direction })}
            error={errorAt(errors, 'direction')}
          />
          <NumberField
            name="capital"
            label={t('builder.capital')}
            help={t('builder.capitalHelp')}
            rupee
            min={1}
            value={draft.capital}
            onChange={(capital) => set({ capital })}
            error={undefined}
          />
        </div>
        <Hours draft={draft} errors={errors} set={set} />
      </div>
    </Section>
  );
}

function Hours({ draft, errors, set }: DraftSectionProps) {
  const { t } = useTranslation();
  const time = (name: 'entryFrom' | 'entryTo' | 'squareOff') => (
    <TextField
      name={name}
      label={t(`builder.${name}`)}
      value={draft[name]}
      onChange={(value) => set({ [name]: value })}
      error={errorAt(errors, `session.${name}`)}
      maxLength={5}
    />
  );
  return (
    <>
      <div className={css.fields}>
        {time('entryFrom')}
        {time('entryTo')}
        {draft.product === 'INTRADAY' ? time('squareOff') : null}
      </div>
      <fieldset className={css.plain}>
        <legend className={css.caption}>{t('builder.weekdays')}</legend>
        <div className={css.days}>
          {WEEKDAYS.map((weekday) => (
            <label key={weekday} className={css.day}>
              <input
                type="checkbox"
                checked={draft.weekdays.includes(weekday)}
                onChange={(event) => {
                  const others = draft.weekdays.filter((each) => each !== weekday);
                  set({ weekdays: event.currentTarget.checked ? [...others, weekday].toSorted() : others });
                }}
              />
              {t(`builder.weekday.${weekday}`)}
            </label>
          ))}
        </div>
        <FieldError text={errorAt(errors, 'session.weekdays')} />
      </fieldset>
    </>
  );
}

/** What is wrong with several inputs together. */
export function FieldError({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <p className={css.error}>{text}</p>;
}
