import { useQueryClient } from '@tanstack/react-query';
import type { MyTrickDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../../lib/call-failure.ts';
import { wholeRupees } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useAction } from '../../lib/use-call.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { CheckField, TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { textsOf, useForm } from '../../ui/form/use-form.ts';
import { Section } from '../../ui/section.tsx';
import { AFTER_ACTION } from './after-action.ts';
import { AllowMorePanel } from './allow-more-panel.tsx';
import css from './deployments.module.css';
import { changeOf, fieldOf, problemsOf, type SettingsChange, type SettingsValues, valuesOf } from './settings-input.ts';

/** Settings of one trick. While it runs only the notices may change, as the server has it. */
export function SettingsForm({ trick }: { readonly trick: MyTrickDetails }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { settings } = trick;
  const fixed = trick.phase !== 'idle';
  const least = wholeRupees(trick.minCapitalPaise);
  // What a live trick is to be allowed, while its owner reads what that means.
  const [wanted, setWanted] = useState<SettingsChange>();
  const saveMore = useAction('setSetting', { quiet: true, refreshes: AFTER_ACTION });
  const saved = () => showToast({ tone: 'done', text: t('deployments.settings.saved') });

  const form = useForm<SettingsValues>({
    initial: valuesOf(settings),
    fieldOf,
    check: (values) =>
      textsOf(problemsOf(values, trick.minCapitalPaise), (problem) =>
        t(`deployments.settings.${problem}`, { amount: least }),
      ),
    submit: async (values) => {
      const change = changeOf(values, settings);
      if (Object.keys(change).length === 0) {
        showToast({ tone: 'note', text: t('deployments.settings.unchanged') });
        return;
      }
      try {
        await send('setSetting', { TricksId: trick.TricksId, ...change }, { quiet: true });
      } catch (failure) {
        if (!(failure instanceof CallFailure && failure.is('ACKNOWLEDGEMENT_NEEDED'))) throw failure;
        setWanted(change);
        return;
      }
      saved();
      await Promise.all(AFTER_ACTION.map((name) => client.invalidateQueries({ queryKey: [name] })));
    },
  });
  return (
    <Section title={t('deployments.settings.title')}>
      <FormBox form={form} verb={t('deployments.settings.save')}>
        {fixed ? <p className={css.panelNote}>{t('deployments.settings.running')}</p> : null}
        <fieldset className={css.fields} disabled={fixed}>
          <NumberField
            {...form.field('capital')}
            label={t('deployments.settings.capital')}
            rupee
            help={t('deployments.settings.capitalHelp', { amount: least })}
          />
          <NumberField
            {...form.field('multiplier')}
            label={t('deployments.settings.multiplier')}
            help={t('deployments.settings.multiplierHelp')}
          />
          <NumberField
            {...form.field('maxLoss')}
            label={t('deployments.settings.maxLoss')}
            rupee
            help={t(`deployments.settings.${trick.interval === '1d' ? 'maxLossHelpDaily' : 'maxLossHelp'}`)}
            optional
          />
          <NumberField
            {...form.field('maxTrades')}
            label={t('deployments.settings.maxTrades')}
            help={t('deployments.settings.maxTradesHelp')}
            optional
          />
          {settings.product === 'INTRADAY' ? (
            <TextField
              {...form.field('squareOff')}
              label={t('deployments.settings.squareOff')}
              help={t('deployments.settings.squareOffHelp')}
              optional
            />
          ) : null}
        </fieldset>
        <CheckField {...form.field('notifyTrades')} label={t('deployments.settings.notifyTrades')} />
        <CheckField {...form.field('notifyHalts')} label={t('deployments.settings.notifyHalts')} />
      </FormBox>
      {wanted ? (
        <AllowMorePanel
          trick={trick}
          act="save"
          change={wanted}
          onAgree={async (word) => {
            await saveMore.mutateAsync({ TricksId: trick.TricksId, ...wanted, ...word });
            saved();
          }}
          onClose={() => setWanted(undefined)}
        />
      ) : null}
    </Section>
  );
}
