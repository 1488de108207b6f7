import { RESEARCH_RATIONALE_LONGEST, RESEARCH_SIDES, type ResearchSide } from '@trickdesk/domain';
import { useTranslation } from 'react-i18next';
import { DayField } from '../../ui/form/day-field.tsx';
import { CheckField, TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import type { Form } from '../../ui/form/use-form.ts';
import css from './operations.module.css';
import type { DraftValues } from './research-draft.ts';

/** What a call is made of, as it is drawn up. */
export function ResearchForm({ form }: { readonly form: Form<DraftValues> }) {
  const { t } = useTranslation();
  return (
    <FormBox form={form} verb={t('operations.research.preview')}>
      <div className={css.fieldRow}>
        <TextField
          {...form.field('symbol')}
          label={t('operations.research.symbol')}
          help={t('operations.research.symbolHelp')}
          autoComplete="off"
          maxLength={30}
        />
        <SelectField<ResearchSide>
          label={t('operations.research.side')}
          name="side"
          value={form.values.side}
          options={RESEARCH_SIDES.map((value) => ({ value, label: t(`operations.research.sides.${value}`) }))}
          onChange={(side) => form.set({ side })}
        />
      </div>
      <div className={css.fieldRow}>
        <NumberField {...form.field('entry')} label={t('research.entry')} rupee />
        <NumberField {...form.field('stop')} label={t('research.stop')} rupee />
      </div>
      <div className={css.fieldRow}>
        <NumberField {...form.field('target1')} label={t('research.targetOf', { target: 1 })} rupee />
        <NumberField {...form.field('target2')} label={t('research.targetOf', { target: 2 })} rupee optional />
        <NumberField {...form.field('target3')} label={t('research.targetOf', { target: 3 })} rupee optional />
      </div>
      <DayField
        {...form.field('validUntil')}
        label={t('operations.research.validUntil')}
        help={t('operations.research.validUntilHelp')}
        placeholder={t('operations.research.dayFormat')}
      />
      <TextArea
        {...form.field('rationale')}
        label={t('research.rationale')}
        help={t('operations.research.rationaleHelp')}
        rows={5}
        maxLength={RESEARCH_RATIONALE_LONGEST}
      />
      <CheckField {...form.field('holdsInterest')} label={t('operations.research.holdsInterest')} />
      <CheckField {...form.field('usesAi')} label={t('operations.research.usesAi')} />
    </FormBox>
  );
}
