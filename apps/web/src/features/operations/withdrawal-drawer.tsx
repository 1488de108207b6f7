import type { OpsWithdrawal } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mayDecide } from '../../lib/may-read.ts';
import { BankAccount } from '../../ui/bank-account.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import facts from '../../ui/facts.module.css';
import { Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { ClearWithdrawal } from './clear-withdrawal.tsx';
import { DecideWithdrawal } from './decide-withdrawal.tsx';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';

interface WithdrawalDrawerProps {
  /** Absent: nothing is open. */
  readonly withdrawal: OpsWithdrawal | undefined;
  readonly onClose: () => void;
}

/** One withdrawal with everything that a decision rests on, and the decision. */
export function WithdrawalDrawer({ withdrawal, onClose }: WithdrawalDrawerProps) {
  const { t } = useTranslation();
  return (
    <DetailDrawer opened={withdrawal !== undefined} onClose={onClose} title={t('operations.withdrawal')}>
      {withdrawal ? <Case withdrawal={withdrawal} onClose={onClose} /> : null}
    </DetailDrawer>
  );
}

function Case({ withdrawal, onClose }: { readonly withdrawal: OpsWithdrawal; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { state, states, outOfStep, reason, approvals, approvalsNeeded } = withdrawal;
  // What contradicts the bank is looked at before anything is decided.
  const isOpen = outOfStep === undefined && (state === 'requested' || state === 'approved');
  return (
    <div className={css.detail}>
      <strong className={css.sum}>
        <Money paise={withdrawal.amountPaise} />
      </strong>
      {outOfStep === undefined ? null : (
        <p className={css.warning} role="alert">
          {outOfStep}
        </p>
      )}
      {reason === undefined ? null : <p className={facts.text}>{reason}</p>}
      <CaseFacts withdrawal={withdrawal} />
      <Timeline
        wall
        label={t('operations.steps')}
        steps={[
          ...states.map((step) => ({ label: t(`operations.states.${step.state}`), at: step.at, note: step.note })),
          ...approvals.map(({ name, at }) => ({ label: t('operations.approvedBy', { name }), at })),
        ].toSorted((a, b) => (a.at < b.at ? -1 : 1))}
      />
      {isOpen && mayDecide('Withdrawal') ? (
        <DecideWithdrawal key={`${state} ${approvals.length}`} withdrawal={withdrawal} onDone={onClose} />
      ) : null}
      {withdrawal.mayClear && mayDecide('Withdrawal') ? (
        <ClearWithdrawal withdrawal={withdrawal} onDone={onClose} />
      ) : null}
      {isOpen && !withdrawal.mayApprove && approvals.length > 0 && approvals.length < approvalsNeeded ? (
        <p className={facts.text}>{t('operations.waitsForAnother')}</p>
      ) : null}
    </div>
  );
}

function CaseFacts({ withdrawal }: { readonly withdrawal: OpsWithdrawal }) {
  const { t } = useTranslation();
  const { person, holderName, nameAtBank, bankName, accountMasked, ifsc, notBefore, bankReference } = withdrawal;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('operations.person'), `${person.fullName} · ${person.email}`],
    [t('operations.kyc'), t(person.kycVerified ? 'operations.kycVerified' : 'operations.kycOpen')],
    [t('operations.bank'), bankName],
    [t('operations.to'), <BankAccount key="to" masked={accountMasked} ifsc={ifsc} />],
    [t('operations.holder'), holderName],
    [t('operations.nameAtBank'), nameAtBank],
    [
      t('operations.approvals'),
      // Begins with a figure: without this it turns round where the page runs from right to left.
      <bdi key="approvals">
        {t('operations.approvalsOf', { given: withdrawal.approvals.length, needed: withdrawal.approvalsNeeded })}
      </bdi>,
    ],
    ...(notBefore === undefined ? [] : [[t('operations.notBefore'), <Moment key="at" at={notBefore} wall />] as const]),
    [t('operations.bankReference'), bankReference ?? t('common.none')],
    [t('operations.tries'), String(withdrawal.tries)],
  ];
  return <FactRows rows={rows} />;
}
