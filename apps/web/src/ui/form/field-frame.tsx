import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import css from './form.module.css';

/** What an input needs to be tied to its label, its help and its error. */
export interface FieldIds {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface FieldFrameProps {
  readonly label: string;
  /** One line below the field. */
  readonly help?: ReactNode;
  readonly error: string | undefined;
  readonly optional?: boolean;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly children: (ids: FieldIds) => ReactNode;
}

/** Label above, input, help below; an error says what would be right and takes the place of the help. */
export function FieldFrame({ label, help, error, optional, before, after, children }: FieldFrameProps) {
  const { t } = useTranslation();
  const id = useId();
  const described = error ? `${id}-error` : help ? `${id}-help` : undefined;
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label} {optional ? <span className={css.optional}>({t('form.optional')})</span> : null}
      </label>
      <div className={css.box} data-invalid={error !== undefined}>
        {before}
        {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': described })}
        {after}
      </div>
      {help && !error ? (
        <div className={css.help} id={`${id}-help`}>
          {help}
        </div>
      ) : null}
      {error ? (
        <div className={css.error} id={`${id}-error`}>
          {error}
        </div>
      ) : null}
    </div>
  );
}
