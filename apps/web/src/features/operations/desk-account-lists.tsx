import type { DeskAccount, DeskTrick } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, price } from '../../lib/format.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Price } from '../../ui/figures/figures.tsx';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import texts from '../../ui/texts.module.css';
import { useDeskColumns } from './use-desk-columns.tsx';

const nothing = (): void => undefined;
const whole = <Row,>(rows: readonly Row[]) => ({
  data: { rows, total: rows.length, pageSize: Math.max(1, rows.length) },
  error: null,
  refetch: nothing,
});

interface ListProps {
  readonly account: DeskAccount;
}

export function TricksSection({ account: { tricks } }: ListProps) {
  const { t } = useTranslation();
  const title = t('desk.account.tricks');
  return (
    <Section title={title} flush>
      <DataTable<DeskTrick>
        bare
        label={title}
        columns={useDeskColumns()}
        state={whole(tricks)}
        rowKey={({ TricksId }) => TricksId}
        rowLink={({ TricksId }) => `/ops/desk?state=all&search=${TricksId}&trick=${TricksId}`}
        empty={<Empty title={t('desk.nothingRuns')} text={t('desk.account.noTricks')} />}
      />
    </Section>
  );
}

export function OrdersSection({ account: { orders } }: ListProps) {
  const { t } = useTranslation();
  const title = t('desk.account.orders');
  return (
    <Section title={title} flush>
      <DataTable<DeskAccount['orders'][number]>
        bare
        label={title}
        columns={[
          {
            id: 'order',
            header: t('desk.account.order'),
            cell: ({ side, quantity, filledQuantity, symbol }) =>
              t(`desk.account.sides.${side}`, { quantity: count(quantity), filled: count(filledQuantity), symbol }),
          },
          { id: 'mode', header: t('desk.mode'), width: '11rem', cell: ({ badge }) => <ModeBadge badge={badge} /> },
          {
            id: 'of',
            header: t('desk.account.of'),
            width: '12rem',
            priority: 2,
            cell: ({ role, trickName }) =>
              trickName === undefined ? t(`orders.role.${role}`) : `${t(`orders.role.${role}`)} · ${trickName}`,
          },
          {
            id: 'state',
            header: t('operations.state'),
            width: '8rem',
            cell: ({ state }) => t(`orders.state.${state}`, { defaultValue: state }),
          },
          {
            id: 'at',
            header: t('desk.account.at'),
            width: '10rem',
            priority: 2,
            cell: ({ at }) => <Moment at={at} wall />,
          },
        ]}
        state={whole(orders)}
        rowKey={({ badge, orderId }) => `${badge} ${orderId}`}
        empty={<Empty title={t('desk.account.noOrders')} text={t('desk.account.noOrdersText')} />}
      />
    </Section>
  );
}

export function PositionsSection({ account: { positions } }: ListProps) {
  const { t } = useTranslation();
  const title = t('desk.account.positions');
  return (
    <Section title={title} flush>
      <DataTable<DeskAccount['positions'][number]>
        bare
        label={title}
        columns={[
          {
            id: 'position',
            header: t('desk.account.position'),
            cell: ({ quantity, symbol, direction }) =>
              t(`desk.account.directions.${direction}`, { quantity: count(quantity), symbol }),
          },
          { id: 'mode', header: t('desk.mode'), width: '11rem', cell: ({ badge }) => <ModeBadge badge={badge} /> },
          { id: 'trick', header: t('desk.trick'), width: '11rem', priority: 2, cell: ({ trickName }) => trickName },
          {
            id: 'entry',
            header: t('desk.account.entry'),
            align: 'end',
            width: '7rem',
            cell: ({ averagePrice }) => <Price value={averagePrice} />,
          },
          {
            id: 'stop',
            header: t('desk.account.stopAt'),
            align: 'end',
            width: '9rem',
            cell: ({ stopLoss, stopAtBroker }) => (
              <span className={texts.twoLines}>
                <Price value={stopLoss} />
                {stopAtBroker === undefined ? null : (
                  <span className={texts.sub}>
                    {t(`desk.account.stopStates.${stopAtBroker.state}`, {
                      price: stopAtBroker.level === undefined ? t('common.none') : price(stopAtBroker.level),
                    })}
                  </span>
                )}
              </span>
            ),
          },
        ]}
        state={whole(positions)}
        rowKey={({ positionId }) => positionId}
        empty={<Empty title={t('desk.account.noPositions')} text={t('desk.account.noPositionsText')} />}
      />
    </Section>
  );
}
