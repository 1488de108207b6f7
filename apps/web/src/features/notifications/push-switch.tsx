import { Switch } from '@mantine/core';
import type { NotificationPreferences } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { Section } from '../../ui/section.tsx';
import css from './alert-settings.module.css';
import type { ThisBrowser } from './use-this-browser.ts';

interface PushSwitchProps {
  readonly browser: ThisBrowser;
  readonly push: NotificationPreferences['push'];
}

/** Whether this browser shows alerts while Trickdesk is closed, and why it cannot where it cannot. */
export function PushSwitch({ browser, push }: PushSwitchProps) {
  const { t } = useTranslation();
  const { state, problem, flip, isBusy } = browser;
  const isOn = state === 'ready' && browser.endpoint !== undefined && push.isThisDevice;
  return (
    <Section title={t('notifications.push.title')} note={t('notifications.push.note')}>
      <div className={css.push}>
        <Switch
          checked={isBusy ? !isOn : isOn}
          disabled={isBusy || state !== 'ready'}
          label={isOn ? t('notifications.push.on') : t('notifications.push.off')}
          aria-label={t('notifications.push.switch')}
          onChange={(event) => void flip(event.currentTarget.checked, push.publicKey)}
        />
        {state === 'ready' || state === 'looking' ? null : <p>{t(`notifications.push.state.${state}`)}</p>}
        {problem === undefined ? null : (
          <p className={css.problem} role="alert">
            {t('notifications.push.problem', { message: problem })}
          </p>
        )}
        <p className={css.quiet}>
          {t('notifications.push.devices', { count: push.deviceCount, formatted: count(push.deviceCount) })}
        </p>
      </div>
    </Section>
  );
}
