import { type ComponentProps, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { session } from '../../lib/send.ts';
import css from './shell.module.css';

interface PersonButtonProps extends ComponentProps<'button'> {
  readonly takesFocus?: boolean;
}

/** The first letter of who is signed in: what opens the person's menu. */
export function PersonButton({ takesFocus = false, ref, ...others }: PersonButtonProps) {
  const { t } = useTranslation();
  const name = session.user()?.fullName ?? '';
  const own = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) own.current?.focus();
  }, [takesFocus]);
  return (
    <button
      {...others}
      ref={(element) => {
        own.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref) ref.current = element;
      }}
      type="button"
      className={css.person}
      aria-label={t('shell.person', { name })}
    >
      {name.slice(0, 1).toUpperCase()}
    </button>
  );
}
