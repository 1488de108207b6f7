import { useTranslation } from 'react-i18next';
import { AlertSettings } from '../../features/notifications/alert-settings.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { DeviceSection } from './device-section.tsx';

/** What a person prefers: on this device, and below it of what they are told. */
export function PreferencesPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t('preferences.title')} lead={t('preferences.lead')} />
      <div className={layout.stack}>
        <DeviceSection />
        <AlertSettings />
      </div>
    </>
  );
}
