import { useNavigate } from '@tanstack/react-router';
import { INTERVALS } from '@trickdesk/domain';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInFull, wholeRupees } from '../../lib/format.ts';
import { useAction, useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import facts from '../../ui/facts.module.css';
import { DayField } from '../../ui/form/day-field.tsx';
import { CheckField, TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { type Form, textsOf, useForm } from '../../ui/form/use-form.ts';
import css from './backtests.module.css';
import { PlanLine } from './plan-line.tsx';
import {
  fieldOf,
  inputOf,
  MOST_SLIPPAGE_PERCENT,
  namedBy,
  problemsOf,
  type StartValues,
  type Subject,
  symbolsOf,
} from './start-input.ts';
import { SweepFields } from './sweep-fields.tsx';

/** Where nobody has said how much rules need: one lakh. */
const USUAL_CAPITAL_PAISE = 1_00_000_00;

type Coverage = OutputOfCall<'backtestCoverage'>;

interface StartFormProps {
  readonly subject: Subject;
  /** The trick as it is, with the days that are stored for it. */
  readonly start: Coverage;
  /** What the form begins with, where that is not what the trick and its stored days suggest. */
  readonly before?: StartValues | undefined;
  /** What rules that are no trick's are meant for. */
  readonly capitalPaise?: number | undefined;
}

/** Of a trick: on what, when, with how much. It begins with the trick's own instruments and all stored days. */
export function StartForm({ subject, start, before, capitalPaise = USUAL_CAPITAL_PAISE }: StartFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const begin = useAction('setAndStartBacktest', { quiet: true, refreshes: ['getUserBacktest', 'getBacktestPlans'] });
  const form = useForm<StartValues>({
    initial: before ?? {
      instruments: start.instruments.map(({ symbol }) => symbol).join(', '),
      interval: start.interval,
      prices: 'market',
      from_date: start.from_date ?? '',
      to_date: start.to_date ?? '',
      capital: (start.minCapitalPaise || capitalPaise) / 100,
      slippage: 0.02,
      costs: true,
      sweep1: undefined,
      sweep2: undefined,
    },
    fieldOf,
    check: (values) => textsOf(problemsOf(values, start.parameters), (problem) => t(`backtests.problem.${problem}`)),
    submit: async (values) => {
      const { BacktestId } = await begin.mutateAsync(inputOf(subject, values));
      await navigate({ to: `/backtests/${BacktestId}` });
    },
  });
  return (
    <FormBox form={form} verb={t('backtests.start')}>
      <TextField
        {...form.field('instruments')}
        label={t('backtests.form.instruments')}
        help={t('backtests.form.instrumentsHelp')}
      />
      <IntervalField form={form} />
      <StoredDays subject={subject} form={form} start={start} />
      <div className={css.pair}>
        <NumberField
          {...form.field('capital')}
          label={t('backtests.form.capital')}
          help={
            start.minCapitalPaise > 0
              ? t('backtests.form.capitalHelp', { amount: wholeRupees(start.minCapitalPaise) })
              : undefined
          }
          rupee
          min={1}
        />
        <NumberField
          {...form.field('slippage')}
          label={t('backtests.form.slippage')}
          help={t('backtests.form.slippageHelp')}
          percent
          hundredths
          min={0}
          max={MOST_SLIPPAGE_PERCENT}
        />
      </div>
      <CheckField
        {...form.field('costs')}
        label={t('backtests.form.costs')}
        help={form.values.costs ? t('backtests.form.costsHelp') : t('backtests.form.noCosts')}
      />
      <SweepFields form={form} parameters={start.parameters} />
      <PlanLine />
    </FormBox>
  );
}

function IntervalField({ form }: { readonly form: Form<StartValues> }) {
  const { t } = useTranslation();
  return (
    <SelectField
      {...form.field('interval')}
      label={t('backtests.form.interval')}
      help={t('backtests.form.intervalHelp')}
      options={INTERVALS.map((value) => ({ value, label: t(`strategies.intervals.${value}`) }))}
    />
  );
}

interface StoredDaysProps extends StartFormProps {
  readonly form: Form<StartValues>;
}

/** Which prices, where there is a choice, and from when to when they are stored, before anything is started. */
function StoredDays({ subject, form, start }: StoredDaysProps) {
  const { t } = useTranslation();
  const { values, set } = form;
  const typed = useDeferredValue(values.instruments);
  const isRight = problemsOf({ ...values, instruments: typed }).instruments === undefined;
  const asked = {
    ...namedBy(subject),
    instruments: symbolsOf(typed),
    interval: values.interval,
    prices: values.prices,
  };
  const { data = start } = useCall('backtestCoverage', asked, { enabled: isRight, keepPrevious: true });
  const { choices, from_date, to_date } = data;
  const areOtherDays = from_date !== undefined && (from_date !== values.from_date || to_date !== values.to_date);
  return (
    <>
      {choices.length > 1 || values.prices !== 'market' ? (
        <SelectField
          {...form.field('prices')}
          label={t('backtests.form.prices')}
          options={choices.map(({ prices, data: label }) => ({ value: prices, label }))}
        />
      ) : null}
      <div className={css.pair}>
        <DayField
          {...form.field('from_date')}
          label={t('backtests.form.from')}
          placeholder={t('backtests.form.noDay')}
        />
        <DayField {...form.field('to_date')} label={t('backtests.form.to')} placeholder={t('backtests.form.noDay')} />
      </div>
      <CoveredDays coverage={data} prices={values.prices} />
      {areOtherDays ? (
        <div>
          <Button look="quiet" small onClick={() => set({ from_date, to_date: to_date ?? '' })}>
            {t('backtests.form.allDays')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function CoveredDays({ coverage, prices }: { readonly coverage: Coverage; readonly prices: StartValues['prices'] }) {
  const { t, i18n } = useTranslation();
  const { choices, instruments, reads, interval, from_date, to_date } = coverage;
  const chosen = choices.find((choice) => choice.prices === prices);
  const missing = [...instruments, ...reads].filter((one) => one.from_date === undefined);
  const alsoRead = reads.map(({ symbol }) => symbol).join(', ');
  const lacking = (those: typeof missing) =>
    [...new Set(those.map(({ onlyStored }) => onlyStored))].map((stored) => {
      const group = those.filter(({ onlyStored }) => onlyStored === stored);
      const symbols = group.map(({ symbol }) => symbol).join(', ');
      if (stored === undefined) return t('backtests.form.noPrices', { symbols });
      const wanted = t(`strategies.intervals.${interval}`);
      return t('backtests.form.tooCoarse', { symbols, wanted, stored: t(`strategies.intervals.${stored}`) });
    });
  const text = () => {
    if (missing.length > 0) return lacking(missing).join(' ');
    if (from_date === undefined || to_date === undefined) return t('backtests.form.noCommonDay');
    return t('backtests.form.covered', {
      from: dayInFull(from_date, i18n.language),
      to: dayInFull(to_date, i18n.language),
      data: chosen?.data,
    });
  };
  return (
    <p className={facts.text} role="status">
      {text()} {chosen?.simulated ? t('backtests.simulated') : null}{' '}
      {alsoRead === '' ? null : t('backtests.form.reads', { symbols: alsoRead })}
    </p>
  );
}
