import type { KycState } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { StateDot, type StateTone } from '../../ui/state-dot.tsx';

const TONES: Readonly<Record<KycState, StateTone>> = {
  none: 'quiet',
  pending: 'busy',
  verified: 'good',
  rejected: 'bad',
};

/** How far one step is. */
export function StepState({ status }: { readonly status: KycState }) {
  const { t } = useTranslation();
  return <StateDot tone={TONES[status]}>{t(`kyc.states.${status}`)}</StateDot>;
}
