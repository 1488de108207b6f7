import { useNavigate } from '@tanstack/react-router';
import type { BasketDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import texts from '../../ui/texts.module.css';

interface DeletePanelProps {
  readonly basket: Pick<BasketDetails, 'basketId' | 'name'>;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Takes a basket of one's own out of the list, after saying what stays. */
export function DeletePanel({ basket, opened, onClose }: DeletePanelProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const remove = useAction('deleteBasket', { quiet: true, refreshes: ['listBasket'] });
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('baskets.delete.title', { name: basket.name })}
      verb={t('baskets.delete.verb')}
      dangerous
      onConfirm={async () => {
        await remove.mutateAsync({ basketId: basket.basketId });
        showToast({ tone: 'done', text: t('baskets.delete.done', { name: basket.name }) });
        void navigate({ to: '/baskets' });
      }}
    >
      <ul className={texts.points}>
        <li>{t('baskets.delete.goes')}</li>
        <li>{t('baskets.delete.stays')}</li>
      </ul>
    </ActionPanel>
  );
}
