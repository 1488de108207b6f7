import type { KycCase } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { dayInFull } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import facts from '../../ui/facts.module.css';
import { DecisionForm } from './decision-form.tsx';
import { Verdicts } from './verdicts.tsx';

interface DecideKycProps {
  readonly found: KycCase;
  readonly onDone: () => void;
}

/** A yes or a no, with what each will do. */
export function DecideKyc({ found, onDone }: DecideKycProps) {
  const { t } = useTranslation();
  const decide = useAction('opsdecidekyc', { quiet: true, refreshes: ['opskyccases', 'opsuser'] });
  const { caseKind, caseId, facts: read, person, becomes, accountMasked } = found;
  const name = person.fullName;
  const figures = {
    ...{ name, account: accountMasked ?? '', becomes: becomes?.fullName ?? '' },
    born: becomes?.dateOfBirth === undefined ? t('common.none') : dayInFull(becomes.dateOfBirth),
  };
  return (
    <Verdicts verdicts={['verified', 'rejected']} say={(verdict) => t(`operations.kycCases.verdicts.${verdict}`)}>
      {(verdict) => (
        <DecisionForm
          verb={t(`operations.kycCases.verbs.${verdict}`, { name })}
          asksReason={verdict === 'rejected'}
          asksProof={false}
          decide={async ({ reason }) => {
            const said = verdict === 'rejected' ? { reason } : {};
            await decide.mutateAsync({ caseKind, caseId, facts: read, verdict, ...said });
            return t(`operations.kycCases.done.${verdict}`, { name });
          }}
          onDone={onDone}
        >
          <p className={facts.text}>{t(`operations.kycCases.willDo.${caseKind}.${verdict}`, figures)}</p>
        </DecisionForm>
      )}
    </Verdicts>
  );
}
