import type { MyTrickDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../lib/attempt.ts';
import { useAction, useCall } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { AFTER_ACTION, type PanelProps } from './after-action.ts';
import { GoLiveDossier } from './go-live-dossier.tsx';
import { goLiveInput } from './go-live-input.ts';

/** What going live means for this trick, in figures; its name is typed before real orders may follow. */
export function GoLivePanel({ trick, opened, onClose }: PanelProps<MyTrickDetails>) {
  const { t } = useTranslation();
  const [brokerId, setBrokerId] = useState<number>();
  const check = useCall(
    'golivecheck',
    { TricksId: trick.TricksId, ...(brokerId === undefined ? {} : { brokerId }) },
    { enabled: opened, keepPrevious: true },
  );
  const goLive = useAction('testtolivetrick', { quiet: true, refreshes: AFTER_ACTION });
  const profile = useCall('myprofile', {}, { enabled: opened });
  const [attempt] = useState(() => createAttempt());
  const shown = check.data;
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('deployments.goLive.title', { name: trick.name })}
      verb={t('deployments.goLive.verb')}
      confirmWord={trick.name}
      blocked={!shown?.ready}
      asksCode={profile.data?.profile.twoFactor ?? false}
      onConfirm={async (proof) => {
        if (!shown) return;
        try {
          await attempt((idempotencyKey) => goLive.mutateAsync({ ...goLiveInput(shown, idempotencyKey), ...proof }));
        } catch (failure) {
          // Where the contract has changed since it was read, it is read again here; once live, there is none to read.
          await check.refetch();
          throw failure;
        }
      }}
    >
      <Loaded
        state={check}
        failed={t('deployments.goLive.failed')}
        skeleton={<SkeletonLines label={t('deployments.loading')} lines={12} />}
      >
        {(data) => <GoLiveDossier check={data} onBroker={setBrokerId} />}
      </Loaded>
    </ActionPanel>
  );
}
