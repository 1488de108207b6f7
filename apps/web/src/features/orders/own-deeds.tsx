import { useQueryClient } from '@tanstack/react-query';
import type { OwnOrderRow } from '@trickdesk/contract';
import { isTerminal } from '@trickdesk/domain';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { CancelPanel, ChangePanel } from './change-panels.tsx';
import { readOwnAgain } from './own-again.ts';
import css from './own-orders.module.css';

const LOOK_EVERY_MS = 2_500;

const isUnderWay = ({ status, asked }: OwnOrderRow): boolean => !isTerminal(status) || asked !== undefined;

/** No event tells of orders by hand: while one is under way they are read again. */
export function useOwnWatch(orders: readonly OwnOrderRow[]): void {
  const client = useQueryClient();
  const watches = orders.some(isUnderWay);
  useEffect(() => {
    if (!watches) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void readOwnAgain(client);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [client, watches]);
}

/** What can still be done with an order that was placed here. */
export function OwnDeeds({ order }: { readonly order: OwnOrderRow }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'change' | 'cancel'>();
  if (order.placedBy !== 'own' || isTerminal(order.status)) return null;
  const close = () => setOpen(undefined);
  return (
    <div className={css.deeds}>
      <Button small look="quiet" onClick={() => setOpen('change')}>
        {t('orders.own.change')}
      </Button>
      <Button small look="quiet" onClick={() => setOpen('cancel')}>
        {t('orders.own.cancelVerb')}
      </Button>
      {open === 'change' ? <ChangePanel order={order} onClose={close} /> : null}
      {open === 'cancel' ? <CancelPanel order={order} onClose={close} /> : null}
    </div>
  );
}
