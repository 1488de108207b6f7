import { TICKET_MESSAGE_LONGEST } from '@trickdesk/domain';
import { useTranslation } from 'react-i18next';
import { Progress } from '../../ui/feedback/progress.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import type { FieldProps } from '../../ui/form/use-form.ts';
import { AttachmentField } from './attachment-field.tsx';
import { isSendable, type PickedFile } from './pick-files.ts';

interface MessageFieldsProps {
  readonly message: FieldProps<string>;
  readonly files: FieldProps<readonly PickedFile[]>;
  readonly busy: boolean;
  /** The share of the files that has left, 0 to 1; nothing while none are under way. */
  readonly share: number | undefined;
  readonly label: string;
  readonly help?: string;
  readonly rows?: number;
}

/** The message, its files, and how much of them has left. */
export function MessageFields({ message, files, busy, share, label, help, rows = 5 }: MessageFieldsProps) {
  const { t } = useTranslation();
  const sent = files.value.filter(isSendable).length;
  return (
    <>
      <TextArea {...message} label={label} help={help} rows={rows} maxLength={TICKET_MESSAGE_LONGEST} />
      <AttachmentField {...files} disabled={busy} />
      {share === undefined ? null : (
        <Progress
          text={t('tickets.sending', { count: sent, percent: Math.round(share * 100) })}
          done={share}
          total={1}
        />
      )}
    </>
  );
}
