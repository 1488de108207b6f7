import { useTranslation } from 'react-i18next';

/** A masked number and the branch: read from the same side in every direction of the page. */
export function BankAccount({ masked, ifsc }: { readonly masked: string; readonly ifsc: string }) {
  const { t } = useTranslation();
  return <bdi dir="ltr">{t('common.bankAccount', { masked, ifsc })}</bdi>;
}
