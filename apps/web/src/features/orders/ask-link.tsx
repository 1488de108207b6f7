import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button-link.tsx';

interface AskLinkProps {
  readonly kind: 'order' | 'own_order' | 'trade';
  readonly id: number;
  /** What it is, in a few words: the subject begins with it. */
  readonly name: string;
  /** Beside buttons that are. */
  readonly small?: boolean;
}

/** Leads to a question about an order or a trade; what is known of it is attached by the server. */
export function AskLink({ kind, id, name, small = false }: AskLinkProps) {
  const { t } = useTranslation();
  const query = new URLSearchParams({ about: kind, id: String(id), subject: t('orders.ask.subject', { name }) });
  return (
    <ButtonLink to={`/tickets/new?${query}`} look="quiet" small={small}>
      {t(kind === 'trade' ? 'orders.ask.trade' : 'orders.ask.order')}
    </ButtonLink>
  );
}
