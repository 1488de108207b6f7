import type { RiskSettings } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import css from './risk.module.css';

/** What stops entries right now, each in a sentence. Nothing where nothing does. */
export function Notices({ risk }: { readonly risk: RiskSettings }) {
  const { t } = useTranslation();
  const { killSwitch, stoppedForDay, lock } = risk;
  const said = [
    killSwitch.ofProduct ? t('risk.notice.ofProduct') : undefined,
    killSwitch.byDesk ? t('risk.notice.byDesk', { reason: killSwitch.byDesk.reason }) : undefined,
    killSwitch.isSet ? t('risk.notice.killed') : undefined,
    lock ? t('risk.notice.locked') : undefined,
    stoppedForDay ? t('risk.notice.stopped') : undefined,
  ].filter((text) => text !== undefined);
  if (said.length === 0) return null;
  return (
    <ul className={css.notices}>
      {said.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
