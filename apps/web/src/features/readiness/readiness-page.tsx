import type { TrickReadiness } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { Causes } from './causes.tsx';
import css from './readiness.module.css';
import { groupsOf } from './readiness-view.ts';
import { Verdict } from './verdict.tsx';

/** Before the market opens: each trick will trade today, or will not, because. */
export function ReadinessPage() {
  const { t } = useTranslation();
  const board = useCall('readiness', {});
  return (
    <div className={layout.stack}>
      <PageHead title={t('readiness.title')} lead={board.data?.day.sentence ?? t('readiness.lead')} />
      <Loaded
        state={board}
        failed={t('readiness.failed')}
        skeleton={<PageSkeleton label={t('readiness.loading')} main={[150, 240]} />}
      >
        {({ trick_list: tricks }) =>
          tricks.length === 0 ? (
            <div className={layout.box}>
              <Empty
                title={t('readiness.emptyTitle')}
                text={t('readiness.emptyText')}
                action={<ButtonLink to="/tricks">{t('readiness.emptyAction')}</ButtonLink>}
              />
            </div>
          ) : (
            groupsOf(tricks).map((group) => <Group key={group.badge} {...group} />)
          )
        }
      </Loaded>
    </div>
  );
}

type Group = ReturnType<typeof groupsOf>[number];

function Group({ badge, tricks, willTrade }: Group) {
  const { t } = useTranslation();
  return (
    <Section
      title={t(`readiness.group.${badge}`)}
      note={t('readiness.counts', { willTrade, willNot: tricks.length - willTrade })}
      aside={<ModeBadge badge={badge} />}
      flush
    >
      <ul className={css.list}>
        {tricks.map((trick) => (
          <Row key={trick.TricksId} trick={trick} />
        ))}
      </ul>
    </Section>
  );
}

function Row({ trick }: { readonly trick: TrickReadiness }) {
  return (
    <li>
      <div className={css.head}>
        <AppLink to={`/my-tricks/${trick.TricksId}`}>{trick.name}</AppLink>
        <Verdict verdict={trick.verdict} />
      </div>
      <Causes trick={trick} />
    </li>
  );
}
