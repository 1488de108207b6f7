import { useTranslation } from 'react-i18next';
import { PageHead } from '../../ui/page-head.tsx';

export function HomePage() {
  const { t } = useTranslation();
  return <PageHead title={t('nav.home')} />;
}
