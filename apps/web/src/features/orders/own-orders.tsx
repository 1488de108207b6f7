import { IconX } from '@tabler/icons-react';
import type { OwnOrderRow } from '@trickdesk/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { count, price } from '../../lib/format.ts';
import { orderTone } from '../../lib/order-standing.ts';
import { useCall } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import { type ListState, useListState } from '../../ui/table/list-state.ts';
import { TableFoot } from '../../ui/table/table-foot.tsx';
import texts from '../../ui/texts.module.css';
import { askedWords } from './asked-words.ts';
import { accountOf } from './order-input.ts';
import orders from './orders.module.css';
import { OwnDeeds } from './own-deeds.tsx';
import { ownListOf, ownOrdersInput, ownSearchIn, showAllOwn } from './own-list.ts';
import css from './own-orders.module.css';
import { PlacePanel } from './place-panel.tsx';
import { PAGE_SIZE } from './record-view.ts';

/** Orders by hand, here and elsewhere, and the way to place one. */
export function OwnOrders() {
  const { t } = useTranslation();
  const [placing, setPlacing] = useState(false);
  const list = useListState();
  const page = useCall('ownorders', ownOrdersInput(list.query), { keepPrevious: true });
  const links = useCall('getangelone', {});
  const accounts = links.data?.broker_details ?? [];
  const isLinked = links.data === undefined || links.data.broker_details.length > 0;
  const place = useShownWhenAskedFor(ownSearchIn(list.query) !== '' && page.data !== undefined);
  return (
    <div ref={place}>
      <Section
        title={t('orders.own.title')}
        flush
        aside={
          <div className={css.aside}>
            <OnlyOneShare list={list} />
            {isLinked ? (
              <Button small onClick={() => setPlacing(true)}>
                {t('orders.own.place')}
              </Button>
            ) : null}
          </div>
        }
      >
        <Loaded
          state={page}
          failed={t('orders.own.failed')}
          skeleton={<SkeletonLines label={t('orders.own.loading')} lines={3} />}
        >
          {({ order_list: rows, total }) =>
            total === 0 ? (
              <NoOwnOrders isLinked={isLinked} search={ownSearchIn(list.query)} />
            ) : (
              <>
                <ul className={css.list}>
                  {rows.map((order) => (
                    <OwnOrder
                      key={order.orderId}
                      order={order}
                      // Which account it is says something only where there are several.
                      account={accounts.length > 1 ? accountOf(accounts, order.brokerId)?.clientCode : undefined}
                    />
                  ))}
                </ul>
                <TableFoot
                  page={{ rows, total, pageSize: PAGE_SIZE }}
                  list={ownListOf(list)}
                  total={t('orders.own.total', { count: total, formatted: count(total) })}
                />
              </>
            )
          }
        </Loaded>
        {placing ? <PlacePanel onClose={() => setPlacing(false)} /> : null}
      </Section>
    </div>
  );
}

/** Brings the section into view where the address asks for some of its rows: it stands below a longer list. */
function useShownWhenAskedFor(isAsked: boolean) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsked) place.current?.scrollIntoView({ block: 'start' });
  }, [isAsked]);
  return place;
}

/** Says that only one share's orders are shown, and takes that away. */
function OnlyOneShare({ list }: { readonly list: ListState }) {
  const { t } = useTranslation();
  const symbol = ownSearchIn(list.query);
  if (symbol === '') return null;
  return (
    <button type="button" className={orders.chip} title={t('orders.takeAway')} onClick={() => showAllOwn(list)}>
      {t('orders.onlyTrick', { name: symbol })}
      <IconX size={14} aria-label={t('orders.takeAway')} />
    </button>
  );
}

function NoOwnOrders({ isLinked, search }: { readonly isLinked: boolean; readonly search: string }) {
  const { t } = useTranslation();
  if (search !== '')
    return <Empty title={t('orders.noMatchTitle')} text={t('orders.own.noneOf', { symbol: search })} />;
  return (
    <Empty
      title={t('orders.own.noneTitle')}
      text={t(isLinked ? 'orders.own.none' : 'orders.own.noneUnlinked')}
      action={isLinked ? null : <AppLink to="/profile/broker">{t('orders.own.link')}</AppLink>}
    />
  );
}

interface OwnOrderProps {
  readonly order: OwnOrderRow;
  readonly account: string | undefined;
}

function OwnOrder({ order, account }: OwnOrderProps) {
  const { t } = useTranslation();
  return (
    <li className={css.row}>
      <div className={css.what}>
        <AppLink to={`/orders/own/${order.orderId}`}>
          {t('orders.orders.detail', {
            side: t(`orders.${order.side}`),
            quantity: count(order.quantity),
            symbol: order.symbol,
          })}
        </AppLink>{' '}
        {order.placedBy === 'own' ? null : <span className={css.badge}>{t('orders.role.foreign')}</span>}
        <span className={texts.sub}>
          <Moment at={order.createdAt} /> · {t(`orders.own.products.${order.product}`)} ·{' '}
          {t('orders.story.limit', { price: price(order.price) })}
          {order.triggerPrice === undefined
            ? null
            : ` · ${t('orders.story.trigger', { price: price(order.triggerPrice) })}`}
          {account === undefined ? null : ` · ${t('orders.own.onAccount', { clientCode: account })}`}
        </span>
        {order.rejectText === undefined ? null : <span className={css.problems}>{order.rejectText}</span>}
      </div>
      <div className={css.standing}>
        <StateDot tone={orderTone(order.status)}>{t(`orders.state.${order.status}`)}</StateDot>
        <span className={texts.sub}>
          {askedWords(order, t) ??
            t('orders.filledOf', { filled: count(order.filledQuantity), quantity: count(order.quantity) })}
        </span>
      </div>
      <OwnDeeds order={order} />
    </li>
  );
}
