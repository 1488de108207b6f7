import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wholeRupees } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import texts from '../../ui/texts.module.css';
import type { TrickDetails } from './trick-page.tsx';

interface ClonePanelProps {
  readonly trick: Pick<TrickDetails, 'TricksId' | 'name' | 'minCapitalPaise' | 'cloned'> & {
    readonly versions: readonly { readonly version: number }[];
  };
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** What a clone is and does, before it is made; afterwards its own page opens. */
export function ClonePanel({ trick, opened, onClose }: ClonePanelProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const clone = useAction('toptenclone', {
    quiet: true,
    refreshes: ['mytrick', 'myTrickCalculation', 'hometrickers', 'trickerdetails', 'home'],
  });
  const version = Math.max(1, ...trick.versions.map((each) => each.version));

  async function confirm(): Promise<void> {
    const typed = name.trim();
    const made = await clone.mutateAsync({ TricksId: trick.TricksId, ...(typed === '' ? {} : { name: typed }) });
    // Its own page follows and says that it is stopped; a message on top would hide the button that starts it.
    void navigate({ to: '/my-tricks/$TricksId', params: { TricksId: String(made.TricksId) } });
  }

  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('strategies.cloneTitle', { name: trick.name })}
      verb={t('strategies.cloneVerb')}
      onConfirm={confirm}
    >
      <ul className={texts.points}>
        <li>{t('strategies.cloneCopies', { version })}</li>
        <li>{t('strategies.cloneTest')}</li>
        <li>{t('strategies.cloneCapital', { amount: wholeRupees(trick.minCapitalPaise) })}</li>
        {trick.cloned ? <li>{t('strategies.cloneAlready')}</li> : null}
      </ul>
      <TextField
        name="name"
        label={t('strategies.cloneName')}
        optional
        help={t('strategies.cloneNameHelp')}
        value={name}
        onChange={setName}
        error={undefined}
        maxLength={80}
      />
    </ActionPanel>
  );
}
