import { Drawer } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './action-panel.module.css';
import { Button } from './button.tsx';
import { failureText } from './feedback/failure-text.ts';
import { TextField } from './form/fields.tsx';

interface ActionPanelProps {
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
  /** Does it. The panel closes when it resolves and shows the failure when it rejects. */
  readonly onConfirm: () => Promise<unknown>;
}

/** A panel that says what an action will do before it is done; its button cannot be pressed twice. */
export function ActionPanel({
  opened,
  onClose,
  title,
  children,
  verb,
  dangerous,
  confirmWord,
  onConfirm,
}: ActionPanelProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [typed, setTyped] = useState('');
  const ready = confirmWord === undefined || typed.trim() === confirmWord;

  function close(): void {
    if (busy) return;
    setFailure(undefined);
    setTyped('');
    onClose();
  }

  async function confirm(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || !ready) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      setTyped('');
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Drawer
      opened={opened}
      onClose={close}
      title={title}
      position="right"
      size="md"
      closeButtonProps={{ 'aria-label': t('common.close') }}
      // The head of a panel is not the page's banner.
      attributes={{ header: { role: 'presentation' } }}
      styles={{ title: { lineHeight: 1.4 } }}
    >
      <form className={css.body} onSubmit={confirm} noValidate>
        <div>{children}</div>
        {confirmWord === undefined ? null : (
          <TextField
            name="confirm"
            label={t('panel.typeToConfirm', { word: confirmWord })}
            value={typed}
            error={undefined}
            autoComplete="off"
            onChange={setTyped}
          />
        )}
        {failure === undefined ? null : (
          <div className={css.failure} role="alert">
            {failureText(failure, t)}
          </div>
        )}
        <div className={css.foot}>
          <Button look="quiet" onClick={close} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" look={dangerous ? 'danger' : 'primary'} busy={busy} disabled={!ready}>
            {verb}
          </Button>
        </div>
      </form>
    </Drawer>
  );
}
