import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../../lib/attempt.ts';
import { wholeRupees } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-call.ts';
import type { OutputOfCall } from '../../../lib/wire.ts';
import { ActionPanel } from '../../../ui/action-panel.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import texts from '../../../ui/texts.module.css';
import { capitalPaiseOf, type Draft, saveInputOf } from './draft.ts';
import { CHANGED_BY_OWN, type OwnTrick } from './own-trick.ts';

export type Saved = OutputOfCall<'savetrick'>;

interface SavePanelProps {
  readonly draft: Draft;
  /** What was opened; absent for a trick that was never saved. */
  readonly base: Pick<OwnTrick, 'TricksId' | 'version' | 'copies'> | undefined;
  /** What stands in the way, in words. */
  readonly inTheWay: readonly string[];
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSaved: (saved: Saved) => void;
}

/** What saving makes, before it is done. */
export function SavePanel({ draft, base, inTheWay, opened, onClose, onSaved }: SavePanelProps) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  const [attempt] = useState(() => createAttempt());
  const save = useAction('savetrick', { quiet: true, refreshes: CHANGED_BY_OWN });
  const version = (base?.version ?? 0) + 1;
  const name = draft.name.trim();

  async function confirm(): Promise<void> {
    const over = base && { TricksId: base.TricksId, version: base.version };
    const saved = await attempt((idempotencyKey) =>
      save.mutateAsync(saveInputOf(draft, over, { note, idempotencyKey })),
    );
    setNote('');
    onSaved(saved);
  }

  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={base ? t('builder.save.versionTitle', { version }) : t('builder.save.newTitle')}
      verb={t('builder.save.verb')}
      onConfirm={confirm}
      blocked={inTheWay.length > 0}
    >
      {inTheWay.length > 0 ? (
        <>
          <p>{t('builder.save.first')}</p>
          <ul className={texts.points}>
            {inTheWay.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <ul className={texts.points}>
            <li>{t('builder.save.named', { name, amount: wholeRupees(capitalPaiseOf(draft)) })}</li>
            <li>{t('builder.save.never')}</li>
            <li>{t('builder.save.nothingTrades')}</li>
            {base && base.copies > 0 ? <li>{t('builder.save.copies', { count: base.copies })}</li> : null}
          </ul>
          <TextField
            name="note"
            label={t('builder.save.note')}
            help={t('builder.save.noteHelp')}
            optional
            value={note}
            onChange={setNote}
            error={undefined}
            maxLength={200}
          />
        </>
      )}
    </ActionPanel>
  );
}
