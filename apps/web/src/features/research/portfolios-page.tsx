import type { PortfolioTricks } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { PortfolioSection } from './portfolio-section.tsx';
import css from './research.module.css';

/** More than there are: they are read side by side. */
const ALL = 100;

/** Tricks that are shown together, and what they come to side by side. */
export function PortfoliosPage() {
  const { t } = useTranslation();
  const state = useCall('getPortfolioTrcikList', { pageSize: ALL });
  return (
    <div className={layout.stack}>
      <PageHead title={t('research.portfolios.title')} lead={t('research.portfolios.lead')} />
      <Loaded
        state={state}
        failed={t('research.portfolios.failed')}
        skeleton={<PageSkeleton label={t('research.portfolios.loading')} main={[420, 420]} side={[]} />}
      >
        {({ portfolio_list: portfolios, hidden }) => (
          <>
            {hidden ? <p className={css.notice}>{t('research.portfolios.hidden')}</p> : null}
            <Portfolios portfolios={portfolios} hidden={hidden ?? false} />
          </>
        )}
      </Loaded>
    </div>
  );
}

interface PortfoliosProps {
  readonly portfolios: readonly PortfolioTricks[];
  readonly hidden: boolean;
}

function Portfolios({ portfolios, hidden }: PortfoliosProps) {
  const { t } = useTranslation();
  if (portfolios.length === 0) {
    return (
      <div className={layout.box}>
        <Empty title={t('research.portfolios.none')} text={t('research.portfolios.noneText')} />
      </div>
    );
  }
  return portfolios.map((each) => <PortfolioSection key={each.portfolio} portfolio={each} hidden={hidden} />);
}
