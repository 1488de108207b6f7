import type { MyTrickDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { AFTER_ACTION, type PanelProps } from './after-action.ts';
import css from './deployments.module.css';

const VERBS = ['stop_entries', 'stop_after_exit'] as const;
/** On paper there is nobody to hand positions to. */
const LIVE_VERBS = [...VERBS, 'detach'] as const;
type Verb = (typeof LIVE_VERBS)[number];

/** The ways to stop, each with what goes on. None of them pauses exits. */
export function StopPanel({ trick, opened, onClose }: PanelProps<MyTrickDetails>) {
  const { t } = useTranslation();
  const [verb, setVerb] = useState<Verb>('stop_entries');
  const stop = useAction('stoptrick', { quiet: true, refreshes: AFTER_ACTION });
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('deployments.stopPanel.title', { name: trick.name })}
      verb={t('deployments.stopPanel.verb')}
      onConfirm={() => stop.mutateAsync({ TricksId: trick.TricksId, verb })}
    >
      <fieldset className={css.choices}>
        <legend>{t('deployments.stopPanel.which')}</legend>
        {(trick.mode === 'Live' ? LIVE_VERBS : VERBS).map((each) => (
          <label key={each} className={css.choice}>
            <input type="radio" name="verb" value={each} checked={verb === each} onChange={() => setVerb(each)} />
            <span>{t(`deployments.stopPanel.${each}`)}</span>
            <span className={css.choiceText}>{t(`deployments.stopPanel.${each}Text`)}</span>
          </label>
        ))}
      </fieldset>
      <p className={css.panelNote}>
        <WhatFollows trick={trick} verb={verb} />
      </p>
    </ActionPanel>
  );
}

/** What becomes of what it holds now, in figures. */
function WhatFollows({ trick, verb }: { readonly trick: MyTrickDetails; readonly verb: Verb }) {
  const { t } = useTranslation();
  const held = trick.openPositions;
  if (held === 0) return t('deployments.stopPanel.flat');
  if (verb === 'detach') return t('deployments.stopPanel.detaching', { count: held });
  const stops = trick.mode === 'Live' ? `${t('deployments.stopPanel.stopsStay', { count: held })} ` : '';
  return `${t('deployments.stopPanel.holding', { count: held })} ${stops}${t('deployments.stopPanel.sellInstead')}`;
}
