import { IconPaperclip } from '@tabler/icons-react';
import type { TicketAttachment, TicketMessage } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../ui/feedback/failure-text.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { fetchAttachment } from './fetch-attachment.ts';
import css from './tickets.module.css';
import { sizeOf } from './tickets-view.ts';

interface ThreadProps {
  readonly messages: readonly TicketMessage[];
  /** Whose side the reader is on: their own messages stand at the end of the line. */
  readonly side: TicketMessage['from'];
  readonly nameOf: (message: TicketMessage) => string;
}

/** Everything that was said, oldest first. */
export function Thread({ messages, side, nameOf }: ThreadProps) {
  const { t } = useTranslation();
  return (
    <Section title={t('tickets.thread')}>
      <ol className={css.thread} aria-label={t('tickets.thread')}>
        {messages.map((message) => (
          <li key={message.messageId} className={css.message} data-own={message.from === side}>
            <div className={css.by}>
              <strong>{nameOf(message)}</strong>
              <Moment at={message.at} wall />
            </div>
            <p className={css.text}>{message.text}</p>
            {message.attachments.length === 0 ? null : (
              <ul className={css.files}>
                {message.attachments.map((file) => (
                  <FileLine key={file.attachmentId} file={file} />
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function FileLine({ file }: { readonly file: TicketAttachment }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { unit, value } = sizeOf(file.sizeBytes);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await fetchAttachment(file);
    } catch (failure) {
      showToast({ tone: 'failed', text: failureText(failure, t) });
    }
    setBusy(false);
  };
  return (
    <li className={css.file}>
      <button
        type="button"
        className={css.saved}
        disabled={busy}
        aria-busy={busy}
        aria-label={t('tickets.saveFile', { name: file.name })}
        onClick={() => void save()}
      >
        <IconPaperclip size={16} aria-hidden="true" />
        <bdi>{file.name}</bdi>
      </button>
      <span className={css.size}>{t(`tickets.sizes.${unit}`, { value })}</span>
    </li>
  );
}
