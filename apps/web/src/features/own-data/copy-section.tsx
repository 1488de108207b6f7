import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { Progress } from '../../ui/feedback/progress.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { FormBox } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import { downloadCopy } from './api.ts';
import css from './own-data.module.css';
import { NO_PROOF, ProofFields, proofInput, useProofCheck } from './proof-fields.tsx';
import type { CopyProgress } from './read-copy.ts';

const PARTS = ['you', 'signIns', 'tricks', 'trading', 'money', 'told'] as const;

/** Everything that is kept about a person, as a file. */
export function CopySection({ asksCode }: { readonly asksCode: boolean }) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<CopyProgress>();
  const form = useForm({
    initial: NO_PROOF,
    check: useProofCheck(asksCode),
    submit: async (values) => {
      try {
        await downloadCopy(proofInput(values), setProgress);
      } finally {
        setProgress(undefined);
      }
      showToast({ tone: 'done', text: t('ownData.copy.done') });
      form.reset();
    },
  });
  return (
    <Section title={t('ownData.copy.title')} note={t('ownData.copy.note')}>
      <div className={css.halves}>
        <div>
          <p className={css.lead}>{t('ownData.copy.text')}</p>
          <ul className={texts.points}>
            {PARTS.map((part) => (
              <li key={part}>{t(`ownData.copy.parts.${part}`)}</li>
            ))}
          </ul>
          <p className={texts.quiet}>{t('ownData.copy.without')}</p>
        </div>
        <div className={css.form}>
          <FormBox form={form} verb={t('ownData.copy.verb')}>
            <ProofFields form={form} asksCode={asksCode} />
          </FormBox>
          {progress ? (
            <Progress
              text={t('ownData.copy.progress', { rows: count(progress.rows), total: count(progress.total) })}
              done={progress.rows}
              total={Math.max(1, progress.total)}
            />
          ) : null}
        </div>
      </div>
    </Section>
  );
}
