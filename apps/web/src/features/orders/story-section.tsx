import type { TimelineEntry } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { clockTime, count, price } from '../../lib/format.ts';
import { orderTone } from '../../lib/order-standing.ts';
import { Section } from '../../ui/section.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import css from './orders.module.css';
import { chaptersOf, type StoryChapters } from './story-chapters.ts';

/** What happened to an order, line by line: the exchange's time stands beside each, ours in its words. */
export function StorySection({ timeline }: { readonly timeline: readonly TimelineEntry[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('orders.detail.story')} note={t('orders.detail.storyNote')}>
      {timeline.length === 0 ? <p>{t('orders.detail.noStory')}</p> : <Chapters {...chaptersOf(timeline)} />}
    </Section>
  );
}

function Chapters({ before, story, after }: StoryChapters) {
  const { t } = useTranslation();
  return (
    <>
      <Folded label={t('orders.story.stopBefore')} entries={before} />
      <Lines label={t('orders.detail.story')} entries={story} />
      <Folded label={t('orders.story.stopAfter')} entries={after} />
    </>
  );
}

interface LinesProps {
  readonly label: string;
  readonly entries: readonly TimelineEntry[];
}

function Folded({ label, entries }: LinesProps) {
  const { t } = useTranslation();
  if (entries.length === 0) return null;
  return (
    <details className={css.folded}>
      <summary>{t('orders.story.lines', { label, lines: count(entries.length) })}</summary>
      <Lines label={label} entries={entries} />
    </details>
  );
}

function Lines({ label, entries }: LinesProps) {
  const { t } = useTranslation();
  return (
    <Timeline
      label={label}
      steps={entries.map((entry) => ({
        label: labelOf(entry, t),
        at: entry.at,
        note: noteOf(entry, t),
        tone: toneOf(entry),
      }))}
    />
  );
}

function labelOf({ what, role, state }: TimelineEntry, t: TFunction): string {
  const words = t(`orders.story.${what}`);
  const said =
    state === undefined || what === 'intended' || what === 'requested'
      ? words
      : `${words}: ${t(`orders.state.${state}`)}`;
  return role === undefined || role === 'own' ? said : t('orders.story.of', { role: t(`orders.role.${role}`), said });
}

function noteOf({ what, note, price: at, triggerPrice, wallAt, filledQuantity }: TimelineEntry, t: TFunction): string {
  const parts = [
    what === 'unclear' ? t('orders.story.unclearWhy') : undefined,
    note === 'place' || note === 'modify' || note === 'cancel' ? t(`orders.story.${note}`) : note,
    triggerPrice === undefined ? undefined : t('orders.story.trigger', { price: price(triggerPrice) }),
    at === undefined || what === 'decided' ? undefined : t('orders.story.limit', { price: price(at) }),
    filledQuantity ? t('orders.story.filledSoFar', { quantity: count(filledQuantity) }) : undefined,
    wallAt === undefined ? undefined : t('orders.story.wall', { time: clockTime(Date.parse(wallAt)) }),
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

function toneOf({ what, state }: TimelineEntry): 'good' | 'bad' | 'quiet' {
  if (what === 'unclear') return 'bad';
  const tone = state === undefined ? 'quiet' : orderTone(state);
  return tone === 'busy' ? 'quiet' : tone;
}
