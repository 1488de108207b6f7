import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { CopySection } from './copy-section.tsx';
import { DeleteSection } from './delete-section.tsx';

/** What law gives a person about their own data: a copy, and an end. */
export function OwnDataPage() {
  const { t } = useTranslation();
  const state = useCall('myprofile', {});
  return (
    <div className={layout.stack}>
      <PageHead title={t('ownData.title')} lead={t('ownData.lead')} />
      <Loaded
        state={state}
        failed={t('ownData.failed')}
        skeleton={<PageSkeleton label={t('ownData.loading')} main={[260, 420]} />}
      >
        {({ profile: { twoFactor, username } }) => (
          <>
            <CopySection asksCode={twoFactor} />
            <DeleteSection asksCode={twoFactor} username={username} />
          </>
        )}
      </Loaded>
    </div>
  );
}
