import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../lib/format.ts';
import { ageOf, offlineSince, watchConnection } from './connection-state.ts';
import css from './offline-notice.module.css';

const AGE_EVERY_MS = 15_000;

/** Says that there is no connection, how old what is on screen is, and that nothing is sent later. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const [since, setSince] = useState(offlineSince);
  const [now, setNow] = useState(Date.now);
  useEffect(() => watchConnection(setSince), []);
  useEffect(() => {
    setNow(Date.now());
    if (since === undefined) return;
    const timer = setInterval(() => setNow(Date.now()), AGE_EVERY_MS);
    return () => clearInterval(timer);
  }, [since]);
  return (
    <div role="status" className={css.place}>
      {since === undefined ? null : (
        <p className={css.notice}>
          <strong>{t('connection.offline')}</strong>{' '}
          {since.isCopy
            ? t('connection.copy')
            : t('connection.lastHeard', { time: clockTime(since.at), ...ageTexts(ageOf(since.at, now)) })}{' '}
          {t('connection.nothingLater')}
        </p>
      )}
    </div>
  );

  function ageTexts({ unit, value }: ReturnType<typeof ageOf>) {
    return { age: t(`connection.age.${unit}`, { count: value, formatted: String(value) }) };
  }
}
