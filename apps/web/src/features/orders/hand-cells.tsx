import type { HandPositionRow, HeldPositionRow } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import { Button } from '../../ui/button.tsx';
import texts from '../../ui/texts.module.css';
import { SideCell, SymbolCell } from './cells.tsx';
import { closingOrder } from './held-position.ts';
import css from './orders.module.css';
import { PlacePanel } from './place-panel.tsx';

/** The share, and below it who placed the position. */
export function HeldSymbol({ position }: { readonly position: HeldPositionRow }) {
  const { t } = useTranslation();
  if (position.placedBy === 'trick') return <SymbolCell symbol={position.symbol} trickName={position.trickName} />;
  const tricks = position.handedOverBy.map(({ trickName }) => trickName).join(', ');
  const kind = tricks === '' ? 'opened' : position.isByHand ? 'both' : 'handed';
  return <SymbolCell symbol={position.symbol} trickName={t(`orders.byHand.${kind}`, { tricks })} />;
}

/** How much; of a position by hand also in which product and at which broker account. */
export function HeldUnits({ position }: { readonly position: HeldPositionRow }) {
  const { side, quantity } = position;
  if (position.placedBy === 'trick') return <SideCell side={side} quantity={quantity} />;
  return (
    <span className={texts.twoLines}>
      <SideCell side={side} quantity={quantity} />
      <Where position={position} />
    </span>
  );
}

function Where({ position: { brokerId, product } }: { readonly position: HandPositionRow }) {
  const { t } = useTranslation();
  const links = useCall('getangelone', {});
  const account = links.data?.broker_details.find((link) => link.brokerId === brokerId)?.clientCode;
  const named = t(`orders.own.products.${product}`);
  return (
    <span className={`${texts.sub} ${texts.whole}`}>
      {account === undefined ? named : t('orders.byHand.where', { product: named, account })}
    </span>
  );
}

/** Closes a position by hand by an order like any other, with its preview. */
export function CloseByHand({ position }: { readonly position: HandPositionRow }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { restingQuantity, symbol } = position;
  return (
    <span className={css.above}>
      <Button small look="quiet" onClick={() => setOpen(true)}>
        {t('orders.byHand.close')}
      </Button>
      {open ? (
        <PlacePanel
          initial={closingOrder(position)}
          title={t('orders.byHand.closeTitle', { symbol })}
          note={
            restingQuantity > 0
              ? t('orders.byHand.resting', { count: restingQuantity, formatted: count(restingQuantity) })
              : undefined
          }
          onClose={() => setOpen(false)}
        />
      ) : null}
    </span>
  );
}
