import { IconPaperclip, IconX } from '@tabler/icons-react';
import { ATTACHMENTS_MOST } from '@trickdesk/domain';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import type { FieldProps } from '../../ui/form/use-form.ts';
import { isSendable, type PickedFile, pickFiles } from './pick-files.ts';
import css from './tickets.module.css';
import { sizeOf } from './tickets-view.ts';

/** For the browser's dialog; what is taken is decided by the content. */
const OFFERED = '.png,.jpg,.jpeg,.pdf,image/png,image/jpeg,application/pdf';

interface AttachmentFieldProps extends FieldProps<readonly PickedFile[]> {
  readonly disabled: boolean;
}

/** Files that go with a message: each with its size, or with why it cannot go. */
export function AttachmentField({ value: files, error, disabled, onChange }: AttachmentFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [looking, setLooking] = useState(false);
  const choose = async (chosen: readonly File[]): Promise<void> => {
    setLooking(true);
    onChange(await pickFiles(files.filter(isSendable), chosen));
    setLooking(false);
  };
  return (
    <div className={css.attach}>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={OFFERED}
        data-testid="files"
        onChange={(event) => {
          void choose([...(event.currentTarget.files ?? [])]);
          // The same file may be chosen again after it was mended.
          event.currentTarget.value = '';
        }}
      />
      {files.length === 0 ? null : (
        <ul className={css.files} aria-label={t('tickets.files')} aria-live="polite">
          {files.map((file) => (
            <PickedLine
              key={file.key}
              file={file}
              disabled={disabled}
              onRemove={() => onChange(files.filter(({ key }) => key !== file.key))}
            />
          ))}
        </ul>
      )}
      <div className={css.attachLine}>
        <Button
          look="quiet"
          small
          icon={<IconPaperclip size={16} aria-hidden="true" />}
          busy={looking}
          disabled={disabled || files.filter(isSendable).length >= ATTACHMENTS_MOST}
          onClick={() => input.current?.click()}
        >
          {t('tickets.attach')}
        </Button>
        <span className={css.hint}>{t('tickets.attachHelp', { most: count(ATTACHMENTS_MOST) })}</span>
      </div>
      {error === undefined ? null : (
        <p className={css.problem} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface PickedLineProps {
  readonly file: PickedFile;
  readonly disabled: boolean;
  readonly onRemove: () => void;
}

function PickedLine({ file, disabled, onRemove }: PickedLineProps) {
  const { t } = useTranslation();
  const { name, bytes, problem, refusal } = file;
  const { unit, value } = sizeOf(bytes);
  const why = problem === undefined ? refusal : t(`tickets.problems.${problem}`);
  return (
    <li className={css.file} data-refused={why !== undefined}>
      <span className={css.fileName}>
        <bdi>{name}</bdi>
      </span>
      <span className={css.size}>{t(`tickets.sizes.${unit}`, { value })}</span>
      <button
        type="button"
        className={css.remove}
        disabled={disabled}
        aria-label={t('tickets.removeFile', { name })}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden="true" />
      </button>
      {why === undefined ? null : <span className={css.why}>{why}</span>}
    </li>
  );
}
