import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { downloadBase64 } from '../../ui/table/csv.ts';

/** A suitability note as a file. */
export function NoteFile({ noteId, label }: { readonly noteId: number; readonly label: string }) {
  const { t } = useTranslation();
  const read = useAction('roboProNote');
  return (
    <Button
      small
      look="quiet"
      busy={read.isPending}
      label={label}
      onClick={() =>
        read.mutate(
          { noteId },
          { onSuccess: ({ fileName, base64 }) => downloadBase64(fileName, base64, 'application/pdf') },
        )
      }
    >
      {t('robo.mix.note')}
    </Button>
  );
}
