import type { MyTrickDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import css from './deployments.module.css';
import { ContractPoints, Records } from './go-live-dossier.tsx';
import type { SettingsChange } from './settings-input.ts';

/** An owner's word to a contract, as calls take it. */
interface OwnersWord {
  /** Names exactly what was read. */
  readonly acknowledgedContract: string;
  readonly totp?: string;
}

interface AllowMoreProps {
  readonly trick: Pick<MyTrickDetails, 'TricksId' | 'name'>;
  /** What needs the word: settings that are wider than what was agreed to, or a start with such. */
  readonly act: 'save' | 'start';
  /** What its owner wants to set; nothing where it shall start as it is. */
  readonly change: SettingsChange;
  readonly onAgree: (word: OwnersWord) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The contract of a live trick as it would be, and its owner's word to it: without, it may do no more than before. */
export function AllowMorePanel({ trick, act, change, onAgree, onClose }: AllowMoreProps) {
  const { t } = useTranslation();
  const { TricksId, name } = trick;
  const { notify: _notify, ...settings } = change;
  const check = useCall('golivecheck', { TricksId, settings });
  const profile = useCall('myprofile', {});
  const shown = check.data;
  return (
    <ActionPanel
      opened
      onClose={onClose}
      title={t(`deployments.allowMore.title.${act}`, { name })}
      verb={t(`deployments.allowMore.verb.${act}`)}
      blocked={!shown}
      asksCode={profile.data?.profile.twoFactor ?? false}
      onConfirm={async (proof) => {
        if (!shown) return;
        try {
          await onAgree({ acknowledgedContract: shown.contractHash, ...proof });
        } catch (failure) {
          // Where the contract has changed since it was read, it is read again here.
          await check.refetch();
          throw failure;
        }
      }}
    >
      <Loaded
        state={check}
        failed={t('deployments.allowMore.failed')}
        skeleton={<SkeletonLines label={t('deployments.loading')} lines={10} />}
      >
        {(data) => (
          <div className={css.dossier}>
            <p>{t(`deployments.allowMore.why.${act}`)}</p>
            <ContractPoints contract={data.contract} />
            <Records check={data} />
          </div>
        )}
      </Loaded>
    </ActionPanel>
  );
}
