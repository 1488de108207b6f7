import type { BrokerDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/form/select-field.tsx';
import css from './plan.module.css';

interface BrokerChoiceProps {
  readonly accounts: readonly BrokerDetails[];
  readonly chosen: number | undefined;
  readonly onChoose: (brokerId: number | undefined) => void;
}

/** The account that orders go to: the only one by name, or a choice that nothing is preselected in. */
export function BrokerChoice({ accounts, chosen, onChoose }: BrokerChoiceProps) {
  const { t } = useTranslation();
  const [first, ...others] = accounts;
  if (!first) return null;
  if (others.length === 0) {
    return <p className={css.quiet}>{t('baskets.live.goesTo', { clientCode: first.clientCode })}</p>;
  }
  return (
    <SelectField
      label={t('baskets.live.account')}
      value={chosen === undefined ? '' : String(chosen)}
      options={[
        ...(chosen === undefined ? [{ value: '', label: t('baskets.live.chooseAccount') }] : []),
        ...accounts.map(({ brokerId, clientCode }) => ({ value: String(brokerId), label: clientCode })),
      ]}
      onChange={(value) => onChoose(value === '' ? undefined : Number(value))}
    />
  );
}
