import type { RewardCase } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { mayDecide } from '../../lib/may-read.ts';
import { useAction } from '../../lib/use-call.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import facts from '../../ui/facts.module.css';
import { Money } from '../../ui/figures/figures.tsx';
import { DecisionForm } from './decision-form.tsx';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';
import { Verdicts } from './verdicts.tsx';

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
  return (
    <div className={css.detail}>
      <strong className={css.sum}>
        <Money paise={grossPaise} />
      </strong>
      <p className={facts.text}>{because}</p>
      <FactRows
        rows={[
          [t('operations.plan'), planName],
          [t('operations.inviter'), `${inviter.fullName} (${inviter.email})`],
          [t('operations.kyc'), kycOf(inviter.kycVerified)],
          [t('operations.invited'), `${invited.fullName} (${invited.email})`],
          [t('operations.kycOfInvited'), kycOf(invited.kycVerified)],
          [t('operations.sameAddress'), t(sameAddress ? 'operations.yes' : 'operations.no')],
        ]}
      />
      {reward.mayDecide && mayDecide('Payment') ? <Decide reward={reward} onDone={onClose} /> : null}
    </div>
  );
}

function Decide({ reward, onDone }: { readonly reward: RewardCase; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const decide = useAction('opsdecidereward', { quiet: true, refreshes: ['opsrewards'] });
  const { rewardId, grossPaise, inviter } = reward;
  const figures = { amount: rupees(grossPaise), name: inviter.fullName };
  return (
    <Verdicts verdicts={['pay', 'refuse']} say={(verdict) => t(`operations.rewardVerdicts.${verdict}`)}>
      {(verdict) => (
        <DecisionForm
          verb={t(`operations.rewardVerbs.${verdict}`, figures)}
          asksReason={verdict === 'refuse'}
          decide={async ({ reason, proof }) => {
            const said = verdict === 'refuse' ? { reason } : {};
            await decide.mutateAsync({ rewardId, verdict, ...said, ...proof });
            return t(`operations.rewardDone.${verdict}`, figures);
          }}
          onDone={onDone}
        >
          <p className={facts.text}>{t(`operations.rewardWill.${verdict}`, figures)}</p>
        </DecisionForm>
      )}
    </Verdicts>
  );
}
