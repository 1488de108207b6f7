import { TICKET_MESSAGE_LONGEST, type TicketCategory } from '@trickdesk/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../lib/attempt.ts';
import { type Form, useForm } from '../../ui/form/use-form.ts';
import { attachmentsOf, isSendable, type PickedFile, withRefusals } from './pick-files.ts';

export interface MessageValues {
  /** Of a new ticket alone. */
  readonly subject: string;
  readonly category: TicketCategory;
  readonly message: string;
  readonly files: readonly PickedFile[];
}
export const NOTHING_SAID: MessageValues = { subject: '', category: 'other', message: '', files: [] };

interface Sending {
  readonly message: string;
  readonly attachments: ReturnType<typeof attachmentsOf>;
  readonly idempotencyKey: string;
}

/** @param tell the share of the files that has left, 0 to 1 */
export type SendIt = (sending: Sending, tell: (share: number) => void, values: MessageValues) => Promise<unknown>;

export interface MessageForm {
  readonly form: Form<MessageValues>;
  /** The share of the files that has left; nothing while none are under way. */
  readonly share: number | undefined;
}

interface MessageFormParts {
  readonly initial: MessageValues;
  readonly asksSubject: boolean;
  readonly sendIt: SendIt;
}

/**
 * What somebody writes, with files. Whatever fails, both stay: each file gets the server's words for it, and a message
 * that may have arrived is sent again under its own key.
 */
export function useMessageForm({ initial, asksSubject, sendIt }: MessageFormParts): MessageForm {
  const { t } = useTranslation();
  const [attempt] = useState(() => createAttempt());
  const [share, setShare] = useState<number>();
  const form = useForm<MessageValues>({
    initial,
    check: ({ subject, message, files }) => {
      const written = message.trim();
      return {
        ...(asksSubject && subject.trim() === '' ? { subject: t('tickets.problems.no_subject') } : {}),
        ...(written === '' ? { message: t('tickets.problems.no_message') } : {}),
        ...(written.length > TICKET_MESSAGE_LONGEST ? { message: t('tickets.problems.long_message') } : {}),
        ...(files.every(isSendable) ? {} : { files: t('tickets.problems.some_refused') }),
      };
    },
    submit: async (values) => {
      const attachments = attachmentsOf(values.files);
      if (attachments.length > 0) setShare(0);
      try {
        const said = { message: values.message.trim(), attachments };
        await attempt((idempotencyKey) => sendIt({ ...said, idempotencyKey }, setShare, values));
      } catch (failure) {
        form.set({ files: withRefusals(values.files, failure) });
        throw failure;
      } finally {
        setShare(undefined);
      }
    },
  });
  return { form, share };
}
