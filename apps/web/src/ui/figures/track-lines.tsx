import { useTranslation } from 'react-i18next';
import { count, dayInFull, monthInFull, percent } from '../../lib/format.ts';
import texts from '../texts.module.css';

export interface ShownTrack {
  readonly trades: number;
  readonly users: number;
  readonly since: string;
  readonly userMedianPercent?: number | undefined;
  readonly worstMonth?: { readonly month: string; readonly returnPercent: number } | undefined;
  readonly likelyFromPercent?: number | undefined;
  readonly likelyToPercent?: number | undefined;
}

/** Over how many trades and users, since when, and what most of them got: so that luck can be told from skill. */
export function TrackLines({ track, mode }: { readonly track: ShownTrack; readonly mode: string }) {
  const { t } = useTranslation();
  const { since, userMedianPercent, worstMonth, likelyFromPercent, likelyToPercent } = track;
  const trades = t('track.tradeCount', { count: track.trades, formatted: count(track.trades) });
  const users = t('track.userCount', { count: track.users, formatted: count(track.users) });
  return (
    <>
      <span className={texts.sub}>{t('track.basedOn', { mode, trades, users, since: dayInFull(since) })}</span>
      {userMedianPercent === undefined || worstMonth === undefined ? null : (
        <span className={texts.sub}>
          {t(track.users > 1 ? 'track.medianAndWorst' : 'track.worst', {
            median: percent(userMedianPercent, true),
            worst: percent(worstMonth.returnPercent, true),
            month: monthInFull(worstMonth.month),
          })}
        </span>
      )}
      {likelyFromPercent === undefined || likelyToPercent === undefined ? null : (
        <span className={texts.sub}>
          {t(likelyFromPercent <= 0 && likelyToPercent >= 0 ? 'track.mayBeLuck' : 'track.likely', {
            from: percent(likelyFromPercent, true),
            to: percent(likelyToPercent, true),
          })}
        </span>
      )}
    </>
  );
}
