import type { OpsWithdrawal } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import facts from '../../ui/facts.module.css';
import { DecisionForm } from './decision-form.tsx';
import { Verdicts } from './verdicts.tsx';

const REFRESHED = ['opswithdrawals', 'opsledger'] as const;

interface DecideWithdrawalProps {
  readonly withdrawal: OpsWithdrawal;
  readonly onDone: () => void;
}

/** A yes or a no, with what each will do, in figures. */
export function DecideWithdrawal({ withdrawal, onDone }: DecideWithdrawalProps) {
  const { t } = useTranslation();
  const approve = useAction('opsapprovewithdrawal', { quiet: true, refreshes: REFRESHED });
  const reject = useAction('opsrejectwithdrawal', { quiet: true, refreshes: REFRESHED });
  const { withdrawalId, mayApprove, approvals, approvalsNeeded, accountMasked, person } = withdrawal;
  const amount = rupees(withdrawal.amountPaise);
  const isLast = approvals.length + 1 >= approvalsNeeded;
  const words = { approve: isLast ? 'approveSends' : 'approveFirst', reject: 'reject' } as const;
  return (
    <Verdicts<'approve' | 'reject'>
      verdicts={mayApprove ? ['approve', 'reject'] : ['reject']}
      say={(verdict) => t(`operations.verdicts.${verdict}`)}
    >
      {(verdict) => (
        <DecisionForm
          verb={t(`operations.verbs.${verdict}`, { amount })}
          asksReason={verdict === 'reject'}
          decide={async ({ reason, proof }) => {
            if (verdict === 'reject') await reject.mutateAsync({ withdrawalId, reason, ...proof });
            else await approve.mutateAsync({ withdrawalId, ...proof });
            return t(`operations.done.${verdict}`, { amount });
          }}
          onDone={onDone}
        >
          <p className={facts.text}>
            {t(`operations.willDo.${words[verdict]}`, { amount, account: accountMasked, name: person.fullName })}
          </p>
        </DecisionForm>
      )}
    </Verdicts>
  );
}
