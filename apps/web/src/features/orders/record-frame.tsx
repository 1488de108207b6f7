import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { badgeOfMode, modeIn } from '../../lib/record-mode.ts';
import { useCall } from '../../lib/use-call.ts';
import { ModeBand } from '../../ui/figures/mode.tsx';
import layout from '../../ui/layout.module.css';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useListState } from '../../ui/table/list-state.ts';

interface RecordFrameProps {
  readonly title: string;
  readonly lead: string;
  /** `/orders` */
  readonly path: string;
  readonly children: ReactNode;
}

/** Head, live and test tabs, and the band that says which of them the figures are of. */
export function RecordFrame({ title, lead, path, children }: RecordFrameProps) {
  const { t } = useTranslation();
  const { query } = useListState();
  const header = useCall('headerdata', {});
  const mode = modeIn(query);
  return (
    <div className={layout.stack}>
      <PageHead title={title} lead={lead} />
      <LinkTabs
        label={t('orders.modeTabs')}
        tabs={[
          { to: `${path}?type=Live`, label: t('orders.tabs.Live'), current: mode === 'Live' },
          { to: `${path}?type=Test`, label: t('orders.tabs.Test'), current: mode === 'Test' },
        ]}
      />
      <ModeBand badge={badgeOfMode(mode, header.data?.market.simulated ?? true)} />
      {children}
    </div>
  );
}
