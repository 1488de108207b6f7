import type { CalendarYear } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { count, dayInFull } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useAction } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { DecisionForm } from './decision-form.tsx';
import { DESK_CALLS } from './desk-view.ts';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';

interface EnterCalendarProps {
  /** The year that is missing, where the desk says one. */
  readonly year: number | undefined;
  readonly onDone: () => void;
}

interface Shown {
  readonly list: { readonly year: number; readonly lines: string };
  readonly read: OutputOfCall<'opscalendar'>;
}

const YEAR = /^20\d\d$/;

/** A year of the exchange's calendar from a pasted list: shown as it would be entered, then entered as a whole. */
export function EnterCalendar({ year, onDone }: EnterCalendarProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Shown>();
  const form = useForm<{ readonly year: string; readonly lines: string }>({
    initial: { year: year === undefined ? '' : String(year), lines: '' },
    check: (values) => ({
      ...(YEAR.test(values.year.trim()) ? {} : { year: t('desk.calendar.yearWrong') }),
      ...(values.lines.trim() === '' ? { lines: t('desk.calendar.linesMissing') } : {}),
    }),
    submit: async (values) => {
      const list = { year: Number(values.year), lines: values.lines };
      setShown(undefined);
      setShown({ list, read: await send('opscalendar', list, { quiet: true }) });
    },
  });
  return (
    <div className={css.detail}>
      <FormBox form={form} verb={t('desk.calendar.preview')}>
        <TextField {...form.field('year')} label={t('desk.calendar.year')} inputMode="numeric" autoComplete="off" />
        <TextArea {...form.field('lines')} label={t('desk.calendar.lines')} help={t('desk.calendar.help')} rows={14} />
      </FormBox>
      {shown === undefined ? null : <Preview shown={shown} onDone={onDone} />}
    </div>
  );
}

function Preview({ shown, onDone }: { readonly shown: Shown; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const act = useAction('opsentercalendar', { quiet: true, refreshes: DESK_CALLS });
  const { calendar, problems, entered } = shown.read;
  const inTheWay = [...problems, ...(entered === 'no' ? [] : [t(`desk.calendar.entered.${entered}`)])];
  return (
    <section className={css.decide}>
      <h3>{t('desk.calendar.would', { year: calendar.year })}</h3>
      {inTheWay.length === 0 ? null : (
        <ul className={css.points} role="alert">
          {inTheWay.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <CalendarDays calendar={calendar} />
      {inTheWay.length === 0 ? (
        <DecisionForm
          verb={t('desk.calendar.enterYear', { year: calendar.year })}
          proofHelp={t('desk.calendar.proofHelp')}
          decide={async ({ proof }) => {
            await act.mutateAsync({ ...shown.list, ...proof });
            return t('desk.calendar.done', { year: calendar.year });
          }}
          onDone={onDone}
        >
          <p>{t('desk.calendar.will')}</p>
        </DecisionForm>
      ) : null}
    </section>
  );
}

function CalendarDays({ calendar: { holidays, special, sessions } }: { readonly calendar: CalendarYear }) {
  const { t } = useTranslation();
  return (
    <FactRows
      rows={[
        [t('desk.calendar.sessions'), count(sessions)],
        [t('desk.calendar.holidays'), count(holidays.length)],
        ...holidays.map(({ day, name }) => [dayInFull(day), name] as const),
        ...special.map(
          ({ day, name, opens, closes }) =>
            [
              dayInFull(day),
              opens === undefined || closes === undefined
                ? t('desk.calendar.unannounced', { name })
                : t('desk.calendar.special', { name, opens, closes }),
            ] as const,
        ),
      ]}
    />
  );
}
