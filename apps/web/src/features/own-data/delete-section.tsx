import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import { DeletePanel } from './delete-panel.tsx';
import { KeptList } from './kept-list.tsx';
import { Obstacles } from './obstacles.tsx';
import css from './own-data.module.css';

interface DeleteProps {
  readonly username: string;
  readonly asksCode: boolean;
}

const ERASED = ['you', 'sessions', 'tricks', 'test', 'broker', 'told'] as const;

/** The end of an account: what stands against it, what goes, what stays and why. */
export function DeleteSection(props: DeleteProps) {
  const { t } = useTranslation();
  const state = useCall('previewdeletion', {});
  return (
    <Section title={t('ownData.delete.title')} note={t('ownData.delete.note')}>
      <Loaded
        state={state}
        failed={t('ownData.delete.failed')}
        skeleton={<SkeletonLines label={t('ownData.delete.loading')} lines={8} />}
      >
        {(preview) => <Deletion preview={preview} {...props} />}
      </Loaded>
    </Section>
  );
}

function Deletion({
  preview,
  username,
  asksCode,
}: DeleteProps & { readonly preview: OutputOfCall<'previewdeletion'> }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { obstacle_list: obstacles, kept_list: kept } = preview;
  return (
    <>
      <Obstacles obstacles={obstacles} />
      <div className={css.halves}>
        <div>
          <h3 className={css.head}>{t('ownData.delete.goes')}</h3>
          <ul className={texts.points}>
            {ERASED.map((what) => (
              <li key={what}>{t(`ownData.delete.erased.${what}`)}</li>
            ))}
          </ul>
        </div>
        <KeptList kept={kept} />
      </div>
      <Button look="danger" disabled={obstacles.length > 0} onClick={() => setOpen(true)}>
        {t('ownData.delete.open')}
      </Button>
      <DeletePanel username={username} asksCode={asksCode} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
