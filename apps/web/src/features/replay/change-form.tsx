import type { ReplayDay } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import facts from '../../ui/facts.module.css';
import { Gain } from '../../ui/figures/figures.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Section } from '../../ui/section.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { isAllowed, textOf } from './changes.ts';

interface ChangeProps {
  readonly replay: ReplayDay;
}

/** Other values of its parameters: the day by itself with them, beside the day as it was. */
export function ChangeForm({ replay }: ChangeProps) {
  const { t } = useTranslation();
  const list = useListState();
  const { parameters, changed, interval } = replay;
  const form = useForm<Record<string, number | undefined>>({
    initial: Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
    check: (values) =>
      Object.fromEntries(
        parameters
          .filter((one) => !isAllowed(values[one.name], one))
          .map(({ name, min, max, step }) => [name, t('replay.change.range', { min, max, step })]),
      ),
    submit: async (values) => {
      const given = parameters.map(({ name }) => [name, values[name] ?? 0] as const);
      list.show({ with: textOf(Object.fromEntries(given)) });
    },
  });
  if (parameters.length === 0) return null;
  if (interval === '1d') {
    return (
      <Section title={t('replay.change.title')}>
        <p className={facts.text}>{t('replay.change.daily')}</p>
      </Section>
    );
  }
  return (
    <Section title={t('replay.change.title')}>
      <FormBox
        form={form}
        verb={t('replay.change.show')}
        beside={
          changed ? (
            <Button look="quiet" onClick={() => list.show({ with: undefined })}>
              {t('replay.change.asRun')}
            </Button>
          ) : null
        }
      >
        {parameters.map(({ name, label = name, min, max, default: own }) => (
          <NumberField
            key={name}
            {...form.field(name)}
            label={label}
            help={t('replay.change.help', { own, min, max })}
          />
        ))}
      </FormBox>
    </Section>
  );
}

/** What the day by itself comes to with both sets of values. */
export function ChangedResult({ replay: { changed } }: ChangeProps) {
  const { t } = useTranslation();
  if (!changed) return null;
  const { asRun, withChanges } = changed;
  const lines = [
    [t('replay.change.withChanges'), withChanges],
    [t('replay.change.withOwn'), asRun],
  ] as const;
  return (
    <Section
      title={t('replay.change.result')}
      note={t(changed.afterCharges ? 'replay.change.resultNote' : 'replay.change.uncharged')}
    >
      <dl className={facts.facts}>
        {lines.map(([name, { netPnlPaise, trades }]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Gain paise={netPnlPaise} /> <bdi>{t('strategies.tradeCount', { count: trades })}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className={facts.text}>{t('replay.change.alone')}</p>
    </Section>
  );
}
