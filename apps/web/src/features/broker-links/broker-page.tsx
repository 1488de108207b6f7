import { useTranslation } from 'react-i18next';
import { PageHead } from '../../ui/page-head.tsx';

export function BrokerPage() {
  const { t } = useTranslation();
  return <PageHead title={t('nav.broker')} />;
}
