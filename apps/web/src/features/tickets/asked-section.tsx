import type { AskedOrder, AskedStory, TimelineEntry } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { AppLink } from '../../ui/app-link.tsx';
import facts from '../../ui/facts.module.css';
import { Price } from '../../ui/figures/figures.tsx';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import css from './tickets.module.css';
import { pageOfAsked } from './tickets-view.ts';

/** How a story is told; the app hands it in from where orders are shown. */
export type TellStory = (timeline: readonly TimelineEntry[]) => ReactNode;

interface AskedSectionProps {
  readonly about: AskedStory;
  readonly tell: TellStory;
  /** Whether it leads to the order as it is now, which is its owner's to see. */
  readonly isOwn: boolean;
}

/** What a ticket asks about, as it stood when it was asked: facts, decision with its values, and story of each order. */
export function AskedSection({ about, tell, isOwn }: AskedSectionProps) {
  return about.orders.map((order) => (
    <AskedOrderSections key={order.orderId} order={order} about={about} tell={tell} isOwn={isOwn} />
  ));
}

function AskedOrderSections({ order, about, tell, isOwn }: AskedSectionProps & { readonly order: AskedOrder }) {
  const { t } = useTranslation();
  const { symbol, side, quantity, decision, timeline } = order;
  const named = { side: t(`orders.${side}`), quantity: count(quantity), symbol };
  return (
    <>
      <Section
        title={t('orders.orders.detail', named)}
        note={t('tickets.asked.asOf')}
        aside={
          isOwn ? (
            <AppLink to={pageOfAsked({ kind: order.isOwn ? 'own_order' : 'order', id: order.orderId })}>
              {t('tickets.asked.now')}
            </AppLink>
          ) : undefined
        }
      >
        <div className={css.asked}>
          <div>
            <ModeBadge badge={order.badge} />
          </div>
          <OrderFacts order={order} takenAt={about.takenAt} />
          {decision === undefined ? null : <Decided decision={decision} />}
        </div>
      </Section>
      {tell(timeline)}
    </>
  );
}

function OrderFacts({ order, takenAt }: { readonly order: AskedOrder; readonly takenAt: string }) {
  const { t } = useTranslation();
  const { trickName, status, filledQuantity, quantity, price, decision, at } = order;
  // What was decided says it already, where it was.
  const reason = order.reason === decision?.sentence ? '' : order.reason;
  const filled = { filled: count(filledQuantity), quantity: count(quantity) };
  return (
    <dl className={facts.facts}>
      {trickName === undefined ? null : <Pair name={t('orders.trick')}>{trickName}</Pair>}
      <Pair name={t('tickets.state')}>{t(`orders.state.${status}`)}</Pair>
      <Pair name={t('orders.filled')}>
        <bdi>{t('orders.filledOf', filled)}</bdi>
      </Pair>
      {price === undefined ? null : (
        <Pair name={t('orders.detail.average')}>
          <Price value={price} />
        </Pair>
      )}
      <Pair name={t('orders.time')}>
        <Moment at={at} />
      </Pair>
      <Pair name={t('tickets.asked.takenAt')}>
        <Moment at={takenAt} wall />
      </Pair>
      {reason === '' ? null : <Pair name={t('tickets.asked.reason')}>{reason}</Pair>}
    </dl>
  );
}

function Decided({ decision }: { readonly decision: NonNullable<AskedOrder['decision']> }) {
  const { t } = useTranslation();
  return (
    <div className={css.decided}>
      <h3>{t('orders.detail.decision')}</h3>
      <p>{decision.sentence}</p>
      {decision.condition === undefined ? null : <code className={texts.code}>{decision.condition}</code>}
      {decision.operands.length === 0 ? null : (
        <dl className={facts.facts}>
          {decision.operands.map(({ text, value }) => (
            <Pair key={text} name={<bdi>{text}</bdi>}>
              <Price value={value} />
            </Pair>
          ))}
        </dl>
      )}
    </div>
  );
}

function Pair({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={css.value}>{children}</dd>
    </div>
  );
}
