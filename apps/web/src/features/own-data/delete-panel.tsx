import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../../lib/call-failure.ts';
import { keyOf } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import texts from '../../ui/texts.module.css';
import { deleteAccount } from './api.ts';
import { NO_PROOF, ProofFields, proofInput, useProofCheck } from './proof-fields.tsx';

interface DeletePanelProps {
  /** To be typed before anything can be pressed. */
  readonly username: string;
  readonly asksCode: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The last question before an account is gone. */
export function DeletePanel({ username, asksCode, opened, onClose }: DeletePanelProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    initial: NO_PROOF,
    check: useProofCheck(asksCode),
    submit: async (values) => {
      try {
        await deleteAccount(proofInput(values));
      } catch (failure) {
        // Something came in between: the page behind the panel says what.
        if (failure instanceof CallFailure && failure.is('ERASURE_BLOCKED')) {
          await client.invalidateQueries({ queryKey: keyOf('previewdeletion') });
        }
        throw failure;
      }
    },
  });
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('ownData.delete.panelTitle')}
      verb={t('ownData.delete.verb')}
      dangerous
      confirmWord={username}
      form={form}
    >
      <ul className={texts.points}>
        <li>{t('ownData.delete.forGood')}</li>
        <li>{t('ownData.delete.signsOut')}</li>
        <li>{t('ownData.delete.plans')}</li>
        <li>{t('ownData.delete.panOnce')}</li>
      </ul>
      <ProofFields form={form} asksCode={asksCode} />
    </ActionPanel>
  );
}
