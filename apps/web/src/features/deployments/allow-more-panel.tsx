import type { MyTrickDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { useAction, useCall } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { AFTER_ACTION } from './after-action.ts';
import css from './deployments.module.css';
import { ContractPoints, Records } from './go-live-dossier.tsx';
import type { SettingsChange } from './settings-input.ts';

interface AllowMoreProps {
  readonly trick: MyTrickDetails;
  /** What its owner wants to set. */
  readonly change: SettingsChange;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** The contract of a live trick as it would be with wider settings: they are saved with the owner's word to it. */
export function AllowMorePanel({ trick, change, onSaved, onClose }: AllowMoreProps) {
  const { t } = useTranslation();
  const { TricksId, name } = trick;
  const { notify: _notify, ...settings } = change;
  const check = useCall('golivecheck', { TricksId, settings });
  const profile = useCall('myprofile', {});
  const save = useAction('setSetting', { quiet: true, refreshes: AFTER_ACTION });
  const shown = check.data;
  return (
    <ActionPanel
      opened
      onClose={onClose}
      title={t('deployments.allowMore.title', { name })}
      verb={t('deployments.allowMore.verb')}
      blocked={!shown}
      asksCode={profile.data?.profile.twoFactor ?? false}
      onConfirm={async (proof) => {
        if (!shown) return;
        try {
          await save.mutateAsync({ TricksId, ...change, acknowledgedContract: shown.contractHash, ...proof });
        } catch (failure) {
          // Where the contract has changed since it was read, it is read again here.
          await check.refetch();
          throw failure;
        }
        onSaved();
      }}
    >
      <Loaded
        state={check}
        failed={t('deployments.allowMore.failed')}
        skeleton={<SkeletonLines label={t('deployments.loading')} lines={10} />}
      >
        {(data) => (
          <div className={css.dossier}>
            <p>{t('deployments.allowMore.why')}</p>
            <ContractPoints contract={data.contract} />
            <Records check={data} />
          </div>
        )}
      </Loaded>
    </ActionPanel>
  );
}
