import type { OpsPublicationDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import facts from '../../ui/facts.module.css';
import { DecisionForm } from './decision-form.tsx';
import { Verdicts } from './verdicts.tsx';

const REFRESHED = ['opstricks', 'opstrick', 'hometrickers', 'trickerdetails'] as const;
const nothing = (): void => undefined;

interface DecideProps {
  readonly publication: OpsPublicationDetails;
}

/** A yes or a no, with what each will do. */
export function DecideTrick({ publication }: DecideProps) {
  const { t } = useTranslation();
  const publish = useAction('opspublishtrick', { quiet: true, refreshes: REFRESHED });
  const refuse = useAction('opsrefusetrick', { quiet: true, refreshes: REFRESHED });
  const { publicationId, version, person, offeredVersion } = publication;
  const named = { name: publication.name, version, author: person.fullName, offered: offeredVersion ?? 0 };
  return (
    <Verdicts verdicts={['publish', 'refuse']} say={(verdict) => t(`operations.tricks.verdicts.${verdict}`)}>
      {(verdict) => (
        <DecisionForm
          verb={t(`operations.tricks.verbs.${verdict}`, named)}
          asksReason={verdict === 'refuse'}
          asksProof={verdict === 'publish'}
          proofHelp={t('operations.tricks.proofHelp')}
          decide={async ({ reason, proof }) => {
            if (verdict === 'refuse') await refuse.mutateAsync({ publicationId, reason });
            else await publish.mutateAsync({ publicationId, ...proof });
            return t(`operations.tricks.done.${verdict}`, named);
          }}
          onDone={nothing}
        >
          <p className={facts.text}>
            {t(`operations.tricks.willDo.${verdict}`, named)}
            {verdict === 'publish' && offeredVersion !== undefined
              ? ` ${t('operations.tricks.willDo.replace', named)}`
              : ''}
          </p>
        </DecisionForm>
      )}
    </Verdicts>
  );
}

/** Takes it out of the catalogue. */
export function RetireTrick({ publication }: DecideProps) {
  const { t } = useTranslation();
  const retire = useAction('opsretiretrick', { quiet: true, refreshes: REFRESHED });
  const { publicationId, name } = publication;
  return (
    <DecisionForm
      verb={t('operations.tricks.verbs.retire', { name })}
      asksReason
      proofHelp={t('operations.tricks.proofHelp')}
      decide={async ({ reason, proof }) => {
        await retire.mutateAsync({ publicationId, reason, ...proof });
        return t('operations.tricks.done.retire', { name });
      }}
      onDone={nothing}
    >
      <p className={facts.text}>{t('operations.tricks.willDo.retire', { name })}</p>
    </DecisionForm>
  );
}
