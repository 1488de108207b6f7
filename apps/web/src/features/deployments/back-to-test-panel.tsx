import type { MyTrickDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../lib/attempt.ts';
import { useAction } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import texts from '../../ui/texts.module.css';
import { AFTER_ACTION, type PanelProps } from './after-action.ts';

/** What going back to test does: nothing is sold, since it holds nothing. */
export function BackToTestPanel({ trick, opened, onClose }: PanelProps<MyTrickDetails>) {
  const { t } = useTranslation();
  const back = useAction('livetotesttrick', { quiet: true, refreshes: AFTER_ACTION });
  const [attempt] = useState(() => createAttempt());
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('deployments.backPanel.title', { name: trick.name })}
      verb={t('deployments.backPanel.verb')}
      onConfirm={() => attempt((idempotencyKey) => back.mutateAsync({ TricksId: trick.TricksId, idempotencyKey }))}
    >
      <ul className={texts.points}>
        <li>{t('deployments.backPanel.holds')}</li>
        <li>{t('deployments.backPanel.stopped')}</li>
        <li>{t('deployments.backPanel.record')}</li>
      </ul>
    </ActionPanel>
  );
}
