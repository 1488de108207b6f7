import type { OwnOrderRow } from '@trickdesk/contract';
import { isTerminal } from '@trickdesk/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { CancelPanel, ChangePanel } from './change-panels.tsx';
import css from './own-orders.module.css';

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
