import type { RewardCase } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { mayDecide } from '../../lib/may-read.ts';
import { useAction } from '../../lib/use-call.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import facts from '../../ui/facts.module.css';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Money } from '../../ui/figures/figures.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Segments } from '../../ui/segments.tsx';
import css from './operations.module.css';
import { NO_PROOF, ProofFields, type ProofValues, proofOf, useHasFactor, useMissingProof } from './proof-fields.tsx';

interface RewardCaseDrawerProps {
  /** Absent: nothing is open. */
  readonly reward: RewardCase | undefined;
  readonly onClose: () => void;
}

/** Both people side by side, why the reward was withheld, and the decision. */
export function RewardCaseDrawer({ reward, onClose }: RewardCaseDrawerProps) {
  const { t } = useTranslation();
  return (
    <DetailDrawer opened={reward !== undefined} onClose={onClose} title={t('operations.reward')}>
      {reward ? <Case reward={reward} onClose={onClose} /> : null}
    </DetailDrawer>
  );
}

function Case({ reward, onClose }: { readonly reward: RewardCase; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { inviter, invited, sameAddress, grossPaise, because, planName } = reward;
  const kycOf = (isVerified: boolean) => t(isVerified ? 'operations.kycVerified' : 'operations.kycOpen');
  const rows = [
    [t('operations.plan'), planName],
    [t('operations.inviter'), `${inviter.fullName} (${inviter.email})`],
    [t('operations.kyc'), kycOf(inviter.kycVerified)],
    [t('operations.invited'), `${invited.fullName} (${invited.email})`],
    [t('operations.kycOfInvited'), kycOf(invited.kycVerified)],
    [t('operations.sameAddress'), t(sameAddress ? 'operations.yes' : 'operations.no')],
  ] as const;
  return (
    <div className={css.detail}>
      <strong className={css.sum}>
        <Money paise={grossPaise} />
      </strong>
      <p className={facts.text}>{because}</p>
      <dl className={facts.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {reward.mayDecide && mayDecide('Payment') ? <Decide reward={reward} onDone={onClose} /> : null}
    </div>
  );
}

const VERDICTS = ['pay', 'refuse'] as const;
type Verdict = (typeof VERDICTS)[number];

interface DecideProps {
  readonly reward: RewardCase;
  readonly onDone: () => void;
}

function Decide({ reward, onDone }: DecideProps) {
  const { t } = useTranslation();
  const [verdict, setVerdict] = useState<Verdict>('pay');
  return (
    <section className={css.decide} aria-label={t('operations.decide')}>
      <Segments
        label={t('operations.decide')}
        value={verdict}
        options={VERDICTS.map((value) => ({ value, label: t(`operations.rewardVerdicts.${value}`) }))}
        onChange={setVerdict}
      />
      <DecideForm key={verdict} verdict={verdict} reward={reward} onDone={onDone} />
    </section>
  );
}

interface DecideValues extends ProofValues {
  readonly reason: string;
}

function DecideForm({ verdict, reward, onDone }: DecideProps & { readonly verdict: Verdict }) {
  const { t } = useTranslation();
  const hasFactor = useHasFactor();
  const missingProof = useMissingProof(hasFactor);
  const decide = useAction('opsdecidereward', { quiet: true, refreshes: ['opsrewards'] });
  const isRefusal = verdict === 'refuse';
  const amount = rupees(reward.grossPaise);
  const form = useForm<DecideValues>({
    initial: { ...NO_PROOF, reason: '' },
    check: (values) => ({
      ...(isRefusal && values.reason.trim() === '' ? { reason: t('operations.reasonMissing') } : {}),
      ...missingProof(values),
    }),
    submit: async (values) => {
      const reason = isRefusal ? { reason: values.reason.trim() } : {};
      await decide.mutateAsync({ rewardId: reward.rewardId, verdict, ...reason, ...proofOf(values, hasFactor) });
      showToast({ tone: 'done', text: t(`operations.rewardDone.${verdict}`, { amount }) });
      onDone();
    },
  });
  return (
    <FormBox form={form} verb={t(`operations.rewardVerbs.${verdict}`, { amount })}>
      <p className={facts.text}>{t(`operations.rewardWill.${verdict}`, { amount, name: reward.inviter.fullName })}</p>
      {isRefusal ? (
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
