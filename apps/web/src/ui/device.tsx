import { useTranslation } from 'react-i18next';
import { deviceName } from '../lib/device-name.ts';

/** Browser and system in words; the browser's whole description on hover. */
export function Device({ device }: { readonly device: string }) {
  const { t } = useTranslation();
  const { browser, system } = deviceName(device);
  const words =
    browser !== undefined && system !== undefined
      ? t('common.deviceOn', { browser, system })
      : (browser ?? system ?? t('common.otherDevice'));
  return <span title={device}>{words}</span>;
}
