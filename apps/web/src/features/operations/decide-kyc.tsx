import type { KycCase } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInFull } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import facts from '../../ui/facts.module.css';
import { showToast } from '../../ui/feedback/toasts.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Segments } from '../../ui/segments.tsx';
import css from './operations.module.css';

const VERDICTS = ['verified', 'rejected'] as const;
type Verdict = (typeof VERDICTS)[number];

interface DecideKycProps {
  readonly found: KycCase;
  readonly onDone: () => void;
}

/** A yes or a no, with what each will do. */
export function DecideKyc({ found, onDone }: DecideKycProps) {
  const { t } = useTranslation();
  const [verdict, setVerdict] = useState<Verdict>('verified');
  return (
    <section className={css.decide} aria-label={t('operations.decide')}>
      <Segments
        label={t('operations.decide')}
        value={verdict}
        options={VERDICTS.map((value) => ({ value, label: t(`operations.kycCases.verdicts.${value}`) }))}
        onChange={setVerdict}
      />
      <VerdictForm key={verdict} verdict={verdict} found={found} onDone={onDone} />
    </section>
  );
}

function VerdictForm({ verdict, found, onDone }: DecideKycProps & { readonly verdict: Verdict }) {
  const { t } = useTranslation();
  const { caseKind, caseId, facts: read, person, becomes, accountMasked } = found;
  const decide = useAction('opsdecidekyc', { quiet: true, refreshes: ['opskyccases', 'opsuser'] });
  const isNo = verdict === 'rejected';
  const form = useForm<{ readonly reason: string }>({
    initial: { reason: '' },
    check: ({ reason }) => (isNo && reason.trim() === '' ? { reason: t('operations.reasonMissing') } : {}),
    submit: async ({ reason }) => {
      const said = isNo ? { reason: reason.trim() } : {};
      await decide.mutateAsync({ caseKind, caseId, facts: read, verdict, ...said });
      showToast({ tone: 'done', text: t(`operations.kycCases.done.${verdict}`, { name: person.fullName }) });
      onDone();
    },
  });
  const figures = {
    ...{ name: person.fullName, account: accountMasked ?? '', becomes: becomes?.fullName ?? '' },
    born: becomes?.dateOfBirth === undefined ? t('common.none') : dayInFull(becomes.dateOfBirth),
  };
  return (
    <FormBox form={form} verb={t(`operations.kycCases.verbs.${verdict}`, { name: person.fullName })}>
      <p className={facts.text}>{t(`operations.kycCases.willDo.${caseKind}.${verdict}`, figures)}</p>
      {isNo ? (
        <TextField
          {...form.field('reason')}
          label={t('operations.reason')}
          help={t('operations.reasonHelp')}
          maxLength={200}
          autoComplete="off"
        />
      ) : null}
    </FormBox>
  );
}
