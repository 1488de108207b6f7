import type { OpsWithdrawal } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import facts from '../../ui/facts.module.css';
import { showToast } from '../../ui/feedback/toasts.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Segments } from '../../ui/segments.tsx';
import css from './operations.module.css';
import { NO_PROOF, ProofFields, type ProofValues, proofOf, useHasFactor, useMissingProof } from './proof-fields.tsx';

const REFRESHED = ['opswithdrawals', 'opsledger'] as const;

interface DecideProps {
  readonly withdrawal: OpsWithdrawal;
  readonly onDone: () => void;
}

/** A yes or a no, with what each will do, in figures. */
export function DecideWithdrawal({ withdrawal, onDone }: DecideProps) {
  const { t } = useTranslation();
  const [verdict, setVerdict] = useState<'approve' | 'reject'>(withdrawal.mayApprove ? 'approve' : 'reject');
  const options = withdrawal.mayApprove ? (['approve', 'reject'] as const) : (['reject'] as const);
  return (
    <section className={css.decide} aria-label={t('operations.decide')}>
      <Segments
        label={t('operations.decide')}
        value={verdict}
        options={options.map((value) => ({ value, label: t(`operations.verdicts.${value}`) }))}
        onChange={setVerdict}
      />
      <Verdict key={verdict} verdict={verdict} withdrawal={withdrawal} onDone={onDone} />
    </section>
  );
}

interface VerdictValues extends ProofValues {
  readonly reason: string;
}

function Verdict({ verdict, withdrawal, onDone }: DecideProps & { readonly verdict: 'approve' | 'reject' }) {
  const { t } = useTranslation();
  const { withdrawalId, amountPaise, approvals, approvalsNeeded, accountMasked, person } = withdrawal;
  const hasFactor = useHasFactor();
  const missingProof = useMissingProof(hasFactor);
  const approve = useAction('opsapprovewithdrawal', { quiet: true, refreshes: REFRESHED });
  const reject = useAction('opsrejectwithdrawal', { quiet: true, refreshes: REFRESHED });
  const isReject = verdict === 'reject';
  const form = useForm<VerdictValues>({
    initial: { ...NO_PROOF, reason: '' },
    check: (values) => ({
      ...(isReject && values.reason.trim() === '' ? { reason: t('operations.reasonMissing') } : {}),
      ...missingProof(values),
    }),
    submit: async (values) => {
      const proof = proofOf(values, hasFactor);
      if (isReject) await reject.mutateAsync({ withdrawalId, reason: values.reason.trim(), ...proof });
      else await approve.mutateAsync({ withdrawalId, ...proof });
      showToast({ tone: 'done', text: t(`operations.done.${verdict}`, { amount: rupees(amountPaise) }) });
      onDone();
    },
  });
  const isLast = approvals.length + 1 >= approvalsNeeded;
  const words = isReject ? 'reject' : isLast ? 'approveSends' : 'approveFirst';
  const amount = rupees(amountPaise);
  return (
    <FormBox form={form} verb={t(`operations.verbs.${verdict}`, { amount })}>
      <p className={facts.text}>
        {t(`operations.willDo.${words}`, { amount, account: accountMasked, name: person.fullName })}
      </p>
      {isReject ? (
        <TextField
          {...form.field('reason')}
          label={t('operations.reason')}
          help={t('operations.reasonHelp')}
          maxLength={200}
          autoComplete="off"
        />
      ) : null}
      <ProofFields hasFactor={hasFactor} password={form.field('password')} totp={form.field('totp')} />
    </FormBox>
  );
}
