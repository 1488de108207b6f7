import type { ReactNode } from 'react';
import css from './button.module.css';

interface ButtonProps {
  readonly children: ReactNode;
  /** `quiet` beside a primary one; `danger` for what sells, stops or deletes. */
  readonly look?: 'primary' | 'quiet' | 'danger';
  readonly small?: boolean;
  readonly wide?: boolean;
  /** At work: it shows so and cannot be pressed. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly type?: 'button' | 'submit';
  readonly icon?: ReactNode;
  /** For a screen reader, where several buttons say the same: it begins with what the button says. */
  readonly label?: string;
  readonly onClick?: () => void;
}

export function Button(props: ButtonProps) {
  const {
    children,
    look = 'primary',
    small,
    wide,
    busy = false,
    disabled = false,
    type = 'button',
    icon,
    label,
    onClick,
  } = props;
  const looks = [css.button, look === 'primary' ? '' : css[look], small ? css.small : '', wide ? css.wide : ''];
  return (
    <button
      type={type}
      className={looks.filter(Boolean).join(' ')}
      disabled={busy || disabled}
      aria-busy={busy}
      aria-label={label}
      {...(onClick ? { onClick } : {})}
    >
      {busy ? (
        <span className={css.dots} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      ) : (
        icon
      )}
      {children}
    </button>
  );
}
