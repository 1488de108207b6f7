import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { NotificationMatrix } from './notification-matrix.tsx';
import { PushSwitch } from './push-switch.tsx';
import { useThisBrowser } from './use-this-browser.ts';

/** Of what a person is told, through what, and whether this browser is told too. */
export function AlertSettings() {
  const { t } = useTranslation();
  const browser = useThisBrowser();
  const state = useCall(
    'notificationpreferences',
    browser.endpoint === undefined ? {} : { endpoint: browser.endpoint },
    { enabled: browser.state !== 'looking', keepPrevious: true },
  );
  return (
    <Loaded
      state={state}
      failed={t('notifications.settings.failed')}
      skeleton={<PageSkeleton label={t('notifications.settings.loading')} main={[120, 420]} />}
    >
      {(preferences) => (
        <>
          <PushSwitch browser={browser} push={preferences.push} />
          <LanguageChoice language={preferences.language} />
          <NotificationMatrix preferences={preferences} />
        </>
      )}
    </Loaded>
  );
}
