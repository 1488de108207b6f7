import type { WithdrawalState as State } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { StateDot, type StateTone } from '../../ui/state-dot.tsx';

const TONES = {
  requested: 'busy',
  approved: 'busy',
  sent: 'busy',
  paid: 'good',
  reversed: 'bad',
  failed: 'bad',
  rejected: 'bad',
} as const satisfies Record<State, StateTone>;

export const toneOfState = (state: State): 'good' | 'bad' | 'quiet' => {
  const tone = TONES[state];
  return tone === 'busy' ? 'quiet' : tone;
};

export function WithdrawalState({ state }: { readonly state: State }) {
  const { t } = useTranslation();
  return <StateDot tone={TONES[state]}>{t(`wallet.states.${state}`)}</StateDot>;
}
