import type { MyTrickDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../lib/attempt.ts';
import { count } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { Gain, Money, Price } from '../../ui/figures/figures.tsx';
import { AFTER_ACTION, type PanelProps } from './after-action.ts';
import css from './deployments.module.css';

/** Exactly the orders that selling places, as the server plans them, and what they come to. */
export function SellPanel({ trick, opened, onClose }: PanelProps<MyTrickDetails>) {
  const { t } = useTranslation();
  const sell = useAction('sellTrick', { quiet: true, refreshes: AFTER_ACTION });
  const [attempt] = useState(() => createAttempt());
  const plan = trick.plan.sell;
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('deployments.sellPanel.title', { name: trick.name })}
      verb={t('deployments.actions.sell', { count: plan.length })}
      dangerous
      onConfirm={() => attempt((idempotencyKey) => sell.mutateAsync({ TricksId: trick.TricksId, idempotencyKey }))}
    >
      {plan.length === 0 ? (
        <p>{t('deployments.sellPanel.nothing')}</p>
      ) : (
        <>
          <p>{t('deployments.sellPanel.lead')}</p>
          <Plan plan={plan} />
        </>
      )}
      <p className={css.panelNote}>{t('deployments.sellPanel.paper')}</p>
    </ActionPanel>
  );
}

function Plan({ plan }: { readonly plan: MyTrickDetails['plan']['sell'] }) {
  const { t } = useTranslation();
  const charges = plan.reduce((sum, row) => sum + row.chargesPaise, 0);
  const known = plan.every((row) => row.pnlPaise !== undefined);
  const result = plan.reduce((sum, row) => sum + (row.pnlPaise ?? 0), 0);
  return (
    <table className={css.plan}>
      <thead>
        <tr>
          <th scope="col">{t('deployments.sellPanel.order')}</th>
          <th scope="col">{t('deployments.sellPanel.price')}</th>
          <th scope="col">{t('deployments.sellPanel.charges')}</th>
          <th scope="col">{t('deployments.sellPanel.pnl')}</th>
        </tr>
      </thead>
      <tbody>
        {plan.map((row) => (
          <tr key={`${row.symbol} ${row.side} ${row.quantity}`}>
            <th scope="row">
              {t(`deployments.sellPanel.${row.side}`, { quantity: count(row.quantity) })} {row.symbol}
            </th>
            <td>
              <Price value={row.estimatedPrice} />
            </td>
            <td>
              <Money paise={row.chargesPaise} />
            </td>
            <td>
              <Gain paise={row.pnlPaise} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('deployments.sellPanel.sum')}
          </th>
          <td>
            <Money paise={charges} />
          </td>
          <td>
            <Gain paise={known ? result : undefined} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
