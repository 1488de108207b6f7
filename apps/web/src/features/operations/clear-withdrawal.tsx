import type { OpsWithdrawal } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import facts from '../../ui/facts.module.css';
import { DecisionForm } from './decision-form.tsx';
import css from './operations.module.css';

interface ClearWithdrawalProps {
  readonly withdrawal: OpsWithdrawal;
  readonly onDone: () => void;
}

/** What was found of a withdrawal that is out of step with its bank. */
export function ClearWithdrawal({ withdrawal: { withdrawalId, amountPaise }, onDone }: ClearWithdrawalProps) {
  const { t } = useTranslation();
  const clear = useAction('opsclearwithdrawal', { quiet: true, refreshes: ['opswithdrawals'] });
  return (
    <section className={css.decide} aria-label={t('operations.clear')}>
      <DecisionForm
        verb={t('operations.clear')}
        asksReason
        reasonWords={{ help: t('operations.findingHelp'), missing: t('operations.findingMissing') }}
        decide={async ({ reason, proof }) => {
          await clear.mutateAsync({ withdrawalId, reason, ...proof });
          return t('operations.cleared', { amount: rupees(amountPaise) });
        }}
        onDone={onDone}
      >
        <p className={facts.text}>{t('operations.willClear')}</p>
      </DecisionForm>
    </section>
  );
}
