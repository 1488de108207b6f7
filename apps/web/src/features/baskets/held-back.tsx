import type { BasketItem } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import css from './baskets.module.css';

interface HeldBackProps {
  readonly heldBack: BasketItem['heldBack'];
  /** Where it is read: before investing, or beside what one holds. */
  readonly place: 'catalogue' | 'held';
}

/** Why nothing new can be put into a basket for now, and what still can be done; nothing where it is offered. */
export function HeldBackNote({ heldBack, place }: HeldBackProps) {
  const { t } = useTranslation();
  if (!heldBack) return null;
  return (
    <div className={css.heldBack} role="note">
      <p>{t(`baskets.heldBack.${place}`)}</p>
      <p className={css.small}>{t('baskets.heldBack.reason', { reason: heldBack.reason })}</p>
    </div>
  );
}
