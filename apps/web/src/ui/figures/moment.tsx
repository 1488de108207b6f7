import { indiaDateOf } from '@trickdesk/domain';
import { useTranslation } from 'react-i18next';
import { useExchangeNow } from '../../lib/exchange-clock.ts';
import { dayInFull, moment, momentInFull, relative } from '../../lib/format.ts';
import css from './figures.module.css';

const MINUTE_MS = 60_000;

interface MomentProps {
  /** ISO 8601; absent is shown as a dash. */
  readonly at: string | undefined;
  /** `3 minutes ago` by the exchange's clock instead of the time of day. */
  readonly relative?: boolean;
  /** Of the clock on the wall, which a simulated exchange does not follow: what an account did, an alert, a session. */
  readonly wall?: boolean;
}

/** A moment in India's time: `14:32:05` on the exchange's today, `12 Nov, 14:32` else; in full on hover. */
export function Moment({ at, relative: asDistance = false, wall = false }: MomentProps) {
  const { t, i18n } = useTranslation();
  const exchange = useExchangeNow(MINUTE_MS);
  if (at === undefined) return <span className={css.figure}>{t('common.none')}</span>;
  const atMs = Date.parse(at);
  const now = wall ? Date.now() : exchange;
  return (
    <time className={css.figure} dateTime={at} title={momentInFull(atMs, i18n.language)}>
      {asDistance ? relative(atMs, now, i18n.language) : moment(atMs, now, i18n.language)}
    </time>
  );
}

/** The day in India on which something was: `12 Nov 2026`, today as well; in full on hover. `at`: ISO 8601. */
export function MomentDay({ at }: { readonly at: string }) {
  const { i18n } = useTranslation();
  const atMs = Date.parse(at);
  return (
    <time className={css.figure} dateTime={at} title={momentInFull(atMs, i18n.language)}>
      {dayInFull(indiaDateOf(atMs), i18n.language)}
    </time>
  );
}
