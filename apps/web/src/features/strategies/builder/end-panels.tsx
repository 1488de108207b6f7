import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/use-call.ts';
import { ActionPanel } from '../../../ui/action-panel.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/section.tsx';
import texts from '../../../ui/texts.module.css';
import css from './builder.module.css';
import { CHANGED_BY_OWN, type OwnTrick } from './own-trick.ts';

/** Taking a trick out of use, back into it, or away: each says before what it will do. */
export function EndSection({ trick, onDeleted }: { readonly trick: OwnTrick; readonly onDeleted: () => void }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'retire' | 'delete'>();
  const { copies, backtests } = trick;
  const canDelete = copies === 0 && backtests === 0;
  const close = () => setAsked(undefined);
  return (
    <Section title={t('builder.end.title')}>
      <p className={css.quiet}>{trick.retired ? t('builder.end.isRetired') : t('builder.end.text')}</p>
      {canDelete ? null : (
        <p className={css.quiet}>
          {t('builder.end.kept', {
            copies: t('builder.versions.copies', { count: copies }),
            backtests: t('builder.versions.backtests', { count: backtests }),
          })}
        </p>
      )}
      <div className={css.buttons}>
        <Button small look="quiet" onClick={() => setAsked('retire')}>
          {trick.retired ? t('builder.end.back') : t('builder.end.retire')}
        </Button>
        <Button small look="quiet" disabled={!canDelete} onClick={() => setAsked('delete')}>
          {t('builder.end.delete')}
        </Button>
      </div>
      <RetirePanel trick={trick} opened={asked === 'retire'} onClose={close} />
      <DeletePanel trick={trick} opened={asked === 'delete'} onClose={close} onDeleted={onDeleted} />
    </Section>
  );
}

interface PanelProps {
  readonly trick: OwnTrick;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function RetirePanel({ trick, opened, onClose }: PanelProps) {
  const { t } = useTranslation();
  const { TricksId, name, retired, runningCopies } = trick;
  const retire = useAction('retiretrick', { quiet: true, refreshes: CHANGED_BY_OWN });
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t(retired ? 'builder.end.backTitle' : 'builder.end.retireTitle', { name })}
      verb={t(retired ? 'builder.end.back' : 'builder.end.retire')}
      onConfirm={() => retire.mutateAsync({ TricksId, retired: !retired })}
    >
      <ul className={texts.points}>
        {retired ? (
          <li>{t('builder.end.backMeans')}</li>
        ) : (
          <>
            <li>{t('builder.end.retireMeans')}</li>
            <li>{t('builder.end.leavesCatalogue')}</li>
            <li>{runningCopies > 0 ? t('builder.end.goOn', { count: runningCopies }) : t('builder.end.noneRuns')}</li>
            <li>{t('builder.end.canComeBack')}</li>
          </>
        )}
      </ul>
    </ActionPanel>
  );
}

function DeletePanel({ trick, opened, onClose, onDeleted }: PanelProps & { readonly onDeleted: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { TricksId, name, versions } = trick;
  const remove = useAction('deletetrick', { quiet: true, refreshes: ['owntricks'] });

  async function confirm(): Promise<void> {
    await remove.mutateAsync({ TricksId });
    onDeleted();
    void navigate({ to: '/builder' });
  }

  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('builder.end.deleteTitle', { name })}
      verb={t('builder.end.deleteVerb')}
      dangerous
      onConfirm={confirm}
    >
      <ul className={texts.points}>
        <li>{t('builder.end.deleteMeans', { count: versions.length })}</li>
        <li>{t('builder.end.forGood')}</li>
      </ul>
    </ActionPanel>
  );
}
