import type { ParityDay } from '@trickdesk/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { count, dayInFull } from '../../lib/format.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Gain } from '../../ui/figures/figures.tsx';
import css from './parity.module.css';
import { Parts } from './trade-line.tsx';

interface RecentDaysProps {
  readonly trickId: number;
  /** Newest first. */
  readonly days: readonly ParityDay[];
  /** The day whose report stands above. */
  readonly shown: string;
}

/** The last days in figures, each with the way to its report. */
export function RecentDays({ trickId, days, shown }: RecentDaysProps) {
  const { t } = useTranslation();
  const id = useId();
  if (days.length < 2) return null;
  return (
    <>
      <h3 id={id} className={css.heading}>
        {t('parity.recent.title')}
      </h3>
      <ul className={css.trades} aria-labelledby={id}>
        {days.map((day) => (
          <DayLine key={day.day} day={day} trickId={trickId} isShown={day.day === shown} />
        ))}
      </ul>
    </>
  );
}

function DayLine({ day, trickId, isShown }: { day: ParityDay; trickId: number; isShown: boolean }) {
  const { t, i18n } = useTranslation();
  const name = dayInFull(day.day, i18n.language);
  return (
    <li className={css.trade}>
      <div className={css.head}>
        <span>
          {isShown ? (
            <b aria-current="date">{name}</b>
          ) : (
            <AppLink to={`/my-tricks/${trickId}?parity=${day.day}`} label={t('parity.recent.open', { day: name })}>
              {name}
            </AppLink>
          )}
          {` · ${t('parity.recent.compared', { count: day.compared, formatted: count(day.compared) })}`}
          {day.apart === 0 ? null : ` · ${t('parity.recent.apart', { count: day.apart, formatted: count(day.apart) })}`}
          {day.unexplained === 0
            ? null
            : ` · ${t('parity.recent.unexplained', { count: day.unexplained, formatted: count(day.unexplained) })}`}
        </span>
        <span>
          <Gain paise={day.differencePaise} /> <small>{t('figures.afterCharges')}</small>
        </span>
      </div>
      <p className={css.before}>
        {t('parity.recent.before')} <Gain paise={day.grossDifferencePaise} />
      </p>
      <Parts parts={day.parts} />
    </li>
  );
}
