import type { EvidenceWord } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { StateDot, type StateTone } from '../../ui/state-dot.tsx';

const TONES: Readonly<Record<EvidenceWord, StateTone>> = { none: 'bad', weak: 'busy', some: 'good' };

/** What a back-test is worth, in a few words. */
export function EvidenceDot({ evidence }: { readonly evidence: EvidenceWord | undefined }) {
  const { t } = useTranslation();
  if (evidence === undefined) return t('operations.tricks.noVerdict');
  return <StateDot tone={TONES[evidence]}>{t(`backtests.verdict.word.${evidence}`)}</StateDot>;
}
