import type { DeskState } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, dayInFull } from '../../lib/format.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';

/** Whether trading goes, and what stops it, in figures of now. */
export function DeskStateView({ desk }: { readonly desk: DeskState }) {
  const { t } = useTranslation();
  const { calendarEnd, productSwitch, feed, runners, brokers, orders, tricks } = desk;
  return (
    <>
      {calendarEnd === undefined ? null : (
        <p className={css.warning} role="status">
          {t(calendarEnd.daysLeft < 0 ? 'desk.calendar.ended' : 'desk.calendar.ends', {
            ...{ day: dayInFull(calendarEnd.lastDay), year: calendarEnd.missingYear },
          })}
        </p>
      )}
      {productSwitch === undefined ? null : (
        <p className={css.warning} role="status">
          {t('desk.product.isSet')} <Moment at={productSwitch.setAt} wall /> · {productSwitch.reason}
        </p>
      )}
      <Section title={t('desk.now')} note={<Moment at={desk.at} wall />} aside={<Health desk={desk} />}>
        <FiguresStrip
          items={[
            {
              label: t('desk.runners'),
              value: count(runners.awake),
              note: t('desk.runnersNote', { without: count(runners.without), wanted: count(runners.wanted) }),
            },
            {
              label: t('desk.feed'),
              value: t(`desk.health.${feed.health}`),
              note: feed.seenAt === undefined ? undefined : <Moment at={feed.seenAt} wall />,
            },
            {
              label: t('desk.brokers'),
              value: count(brokers.linked),
              note: t('desk.brokersNote', {
                ...{ ended: count(brokers.expired + brokers.error), missed: count(brokers.missed) },
              }),
            },
            {
              label: t('desk.orders'),
              value: count(orders.underWay),
              note: t('desk.ordersNote', { unclear: count(orders.unclear) }),
            },
            {
              label: t('desk.liveTricks'),
              value: count(tricks.live),
              note: (
                <>
                  {t('desk.haltedNote', { halted: count(tricks.liveHalted) })} <ModeBadge badge={desk.liveBadge} />
                </>
              ),
            },
            {
              label: t('desk.testTricks'),
              value: count(tricks.test),
              note: t('desk.haltedNote', { halted: count(tricks.testHalted) }),
            },
          ]}
        />
      </Section>
      <Switches switches={desk.switches} />
    </>
  );
}

/** One word over all of it. */
function Health({ desk: { feed, runners, orders, brokers } }: { readonly desk: DeskState }) {
  const { t } = useTranslation();
  const isWell = feed.health === 'live' && runners.without === 0 && orders.unclear === 0 && brokers.missed === 0;
  return <StateDot tone={isWell ? 'good' : 'bad'}>{t(isWell ? 'desk.well' : 'desk.look')}</StateDot>;
}

function Switches({ switches }: { readonly switches: DeskState['switches'] }) {
  const { t } = useTranslation();
  if (switches.length === 0) return null;
  return (
    <Section title={t('desk.switches')} note={t('desk.switchesNote')}>
      <FactRows
        rows={switches.map(({ person, by, reason, setAt }) => [
          `${person.fullName} · ${t(`desk.by.${by}`)}`,
          <span key={`${person.userId} ${by}`}>
            {reason} <Moment at={setAt} wall />{' '}
            <AppLink to={`/ops/desk/${person.userId}`}>{t('desk.toAccount')}</AppLink>
          </span>,
        ])}
      />
    </Section>
  );
}
