import { Drawer } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './action-panel.module.css';
import { Button } from './button.tsx';
import { failureText } from './feedback/failure-text.ts';
import { CodeField } from './form/code-field.tsx';
import { TextField } from './form/fields.tsx';
import { type Form, useForm } from './form/use-form.ts';
import { useFocusBack } from './use-focus-back.ts';

interface PanelProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen, in figures: orders, charges, margin, what stays. */
  readonly children: ReactNode;
  /** The verb itself: “Sell 3 positions”. */
  readonly verb: string;
  readonly dangerous?: boolean;
  /** Only for going live and the kill switch: the word to type first. */
  readonly confirmWord?: string;
  /** Whoever does it has a second factor: its code is asked for here. */
  readonly asksCode?: boolean;
  /** What will happen is a table that a narrow panel would cut. */
  readonly wide?: boolean;
  /** What the children say stands in the way: it cannot be done now. */
  readonly blocked?: boolean;
}

/** What was shown beside the wish. */
interface Proof {
  /** Of an authenticator app, or a recovery code; absent where none was asked for. */
  readonly totp?: string;
}

/** What a panel needs to know of a form whose fields are among its children; closing is the form's own doing then. */
type PanelForm = Pick<Form<object>, 'ref' | 'busy' | 'failure' | 'reset' | 'onSubmit'>;

type ActionPanelProps = PanelProps &
  (
    | {
        /** Does it. The panel closes when it resolves and shows the failure when it rejects. */
        readonly onConfirm: (proof: Proof) => Promise<unknown>;
        readonly form?: undefined;
      }
    | { readonly form: PanelForm; readonly onConfirm?: undefined }
  );

/** A panel that says what an action will do before it is done; its button cannot be pressed twice. */
export function ActionPanel({
  opened,
  onClose,
  title,
  children,
  verb,
  dangerous,
  confirmWord,
  asksCode = false,
  wide = false,
  blocked = false,
  onConfirm,
  form: given,
}: ActionPanelProps) {
  const { t } = useTranslation();
  const own = useForm<{ readonly typed: string; readonly totp: string }>({
    initial: { typed: '', totp: '' },
    check: ({ totp }) => (asksCode && totp.trim() === '' ? { totp: t('form.codeMissing') } : {}),
    submit: async ({ totp }) => {
      await onConfirm?.(asksCode ? { totp: totp.trim() } : {});
      own.reset();
      onClose();
    },
  });
  const form = given ?? own;
  const ready = !blocked && (confirmWord === undefined || own.values.typed.trim() === confirmWord);

  useFocusBack(opened);

  function close(): void {
    if (form.busy) return;
    own.reset();
    form.reset();
    onClose();
  }

  function confirm(event: FormEvent): void {
    if (ready) form.onSubmit(event);
    else event.preventDefault();
  }

  return (
    <Drawer
      opened={opened}
      onClose={close}
      returnFocus={false}
      title={title}
      position="right"
      size={wide ? 'xl' : 'md'}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      // The head of a panel is not the page's banner.
      attributes={{ header: { role: 'presentation' } }}
      styles={{ title: { lineHeight: 1.4 } }}
    >
      <form className={css.body} ref={form.ref} onSubmit={confirm} noValidate>
        <div>{children}</div>
        {confirmWord === undefined || blocked ? null : (
          <TextField
            {...own.field('typed')}
            label={t('panel.typeToConfirm', { word: confirmWord })}
            autoComplete="off"
          />
        )}
        {asksCode && !blocked ? <CodeField {...own.field('totp')} /> : null}
        {form.failure === undefined ? null : (
          <div className={css.failure} role="alert">
            {failureText(form.failure, t)}
          </div>
        )}
        <div className={css.foot}>
          <Button look="quiet" onClick={close} disabled={form.busy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" look={dangerous ? 'danger' : 'primary'} busy={form.busy} disabled={!ready}>
            {verb}
          </Button>
        </div>
      </form>
    </Drawer>
  );
}
