import type { MyTrickDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { count as formatCount } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { AFTER_ACTION, type PanelProps } from './after-action.ts';
import css from './deployments.module.css';
import { type StopVerb, stopNotes } from './stop-notes.ts';

const VERBS = ['stop_entries', 'stop_after_exit'] as const;
/** On paper there is nobody to hand positions to. */
const LIVE_VERBS = [...VERBS, 'detach'] as const;

/** The ways to stop, each with what goes on. None of them pauses exits. */
export function StopPanel({ trick, opened, onClose }: PanelProps<MyTrickDetails>) {
  const { t } = useTranslation();
  const [verb, setVerb] = useState<StopVerb>('stop_entries');
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

/** What becomes of what is under way and of what it holds now, in figures. */
function WhatFollows({ trick, verb }: { readonly trick: MyTrickDetails; readonly verb: StopVerb }) {
  const { t } = useTranslation();
  return stopNotes(verb, trick)
    .map(({ text, count, quantity }) => t(`deployments.stopPanel.${text}`, { count, quantity: formatCount(quantity) }))
    .join(' ');
}
