import type { TradeRow } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { Gain } from '../../ui/figures/figures.tsx';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { AskLink } from './ask-link.tsx';
import { PriceAndTime, SideCell } from './cells.tsx';
import css from './orders.module.css';

interface TradeDetailProps {
  /** Absent: nothing is open. */
  readonly trade: TradeRow | undefined;
  readonly onClose: () => void;
}

/** Why a trade began and why it ended, and what its result is made of. */
export function TradeDetail({ trade, onClose }: TradeDetailProps) {
  return (
    <DetailDrawer opened={trade !== undefined} onClose={onClose} title={trade?.symbol ?? ''}>
      {trade ? <TradeFacts trade={trade} /> : null}
    </DetailDrawer>
  );
}

/** The day on which it began, at that moment. */
function replayOf({ TricksId, symbol, entryAt: at }: TradeRow): string {
  return `/my-tricks/${TricksId}/replay?${new URLSearchParams({ date: at.slice(0, 10), symbol, at })}`;
}

function TradeFacts({ trade }: { readonly trade: TradeRow }) {
  const { t } = useTranslation();
  const { side, quantity, symbol } = trade;
  const name = t('orders.orders.detail', { side: t(`orders.${side}`), quantity: count(quantity), symbol });
  return (
    <div className={css.detail}>
      <div className={css.badges}>
        <ModeBadge badge={trade.badge} />
        <SideCell side={trade.side} quantity={trade.quantity} />
      </div>
      <Timeline
        label={t('orders.trades.title')}
        steps={[
          { label: t('orders.entry'), at: trade.entryAt, note: trade.reason },
          { label: t('orders.exit'), at: trade.exitAt, note: trade.exitReason },
        ]}
      />
      <dl className={css.facts}>
        <dt>{t('orders.trick')}</dt>
        <dd>
          <AppLink to={`/my-tricks/${trade.TricksId}`}>{trade.trickName}</AppLink>
        </dd>
        <dt>{t('orders.entry')}</dt>
        <dd>
          <PriceAndTime price={trade.averagePrice} at={trade.entryAt} />
        </dd>
        <dt>{t('orders.exit')}</dt>
        <dd>
          <PriceAndTime price={trade.exitPrice} at={trade.exitAt} />
        </dd>
        <dt>{t('orders.gross')}</dt>
        <dd>
          <Gain paise={trade.grossPnlPaise} />
        </dd>
        <dt>{t('orders.charges')}</dt>
        <dd>
          <Gain paise={-trade.chargesPaise} />
        </dd>
        <dt>{t('orders.result')}</dt>
        <dd>
          <Gain paise={trade.pnlPaise} />
        </dd>
      </dl>
      <AppLink to={replayOf(trade)}>{t('replay.open')}</AppLink>
      <div>
        <AskLink kind="trade" id={trade.tradeId} name={name} />
      </div>
    </div>
  );
}
