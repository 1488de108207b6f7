import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { failureText } from '../feedback/failure-text.ts';
import css from './form.module.css';
import type { Form } from './use-form.ts';

interface FormBoxProps<Values extends object> {
  readonly form: Form<Values>;
  /** The verb of the button. */
  readonly verb: string;
  readonly fullWidth?: boolean;
  /** After the button: a way out for example. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** Fields, the failure that belongs to none of them, and a button that shows progress. */
export function FormBox<Values extends object>({
  form,
  verb,
  fullWidth = false,
  beside,
  children,
}: FormBoxProps<Values>) {
  const { t } = useTranslation();
  return (
    <form className={css.form} ref={form.ref} onSubmit={form.onSubmit} noValidate>
      {children}
      {form.failure === undefined ? null : (
        <div className={css.failure} role="alert">
          {failureText(form.failure, t)}
        </div>
      )}
      <div>
        <Button type="submit" busy={form.busy} wide={fullWidth}>
          {verb}
        </Button>{' '}
        {beside}
      </div>
    </form>
  );
}
