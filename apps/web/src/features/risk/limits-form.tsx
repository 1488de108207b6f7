import type { RiskSettings } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { useExchangeNow } from '../../lib/exchange-clock.ts';
import { day } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import facts from '../../ui/facts.module.css';
import { showToast } from '../../ui/feedback/toasts.ts';
import { FormBox } from '../../ui/form/form.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { textsOf, useForm } from '../../ui/form/use-form.ts';
import { Section } from '../../ui/section.tsx';
import { AFTER_RISK } from './after-risk.ts';
import { changeOf, fieldOf, LIMIT_NAMES, type LimitValues, problemsOf, valuesOf } from './limit-view.ts';
import css from './risk.module.css';

const DAY_MS = 86_400_000;
const AMOUNTS: readonly string[] = ['loss', 'gross', 'net'];

/** The limits of the account. What is tighter holds at once, what is looser from the next exchange day. */
export function LimitsForm({ risk }: { readonly risk: RiskSettings }) {
  const { t, i18n } = useTranslation();
  const now = useExchangeNow(DAY_MS);
  const dayText = (date: string) => day(Date.parse(`${date}T00:00:00+05:30`), now, i18n.language);
  const change = useAction('setrisksettings', { quiet: true, refreshes: AFTER_RISK });
  const wanted = risk.next?.limits ?? risk.limits;
  const form = useForm<LimitValues>({
    initial: valuesOf(wanted),
    fieldOf,
    check: (values) => textsOf(problemsOf(values), (problem) => t(`risk.problems.${problem}`)),
    submit: async (values) => {
      const input = changeOf(values, wanted);
      if (Object.keys(input).length === 0) {
        showToast({ tone: 'note', text: t('risk.unchanged') });
        return;
      }
      const { next } = await change.mutateAsync(input);
      showToast({ tone: 'done', text: next ? t('risk.savedWaits', { day: dayText(next.from) }) : t('risk.saved') });
    },
  });
  return (
    <Section title={t('risk.limitsTitle')} note={t('risk.limitsNote')}>
      <FormBox form={form} verb={t('risk.save')}>
        <p className={facts.text}>{risk.lock ? t('risk.limitsLocked') : t('risk.limitsText')}</p>
        {risk.next ? <p className={facts.text}>{t('risk.waits', { day: dayText(risk.next.from) })}</p> : null}
        <div className={css.fields}>
          {LIMIT_NAMES.map((name) => (
            <NumberField
              key={name}
              {...form.field(name)}
              label={t(`risk.limit.${name}`)}
              help={t(`risk.help.${name}`)}
              rupee={AMOUNTS.includes(name)}
              percent={name === 'margin'}
              optional
            />
          ))}
        </div>
      </FormBox>
    </Section>
  );
}
