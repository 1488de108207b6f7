import { useTranslation } from 'react-i18next';
import { StateDot } from '../../ui/state-dot.tsx';
import { type Outcome, toneOf } from './call-view.ts';

interface CallStateProps {
  readonly outcome: Outcome;
  readonly withdrawn: boolean;
}

/** What the market made of a call, in a word, and whether it was withdrawn. */
export function CallState({ outcome, withdrawn }: CallStateProps) {
  const { t } = useTranslation();
  const word = useStateWord();
  return (
    <StateDot tone={toneOf(outcome)}>
      {withdrawn ? t('research.stateAndWithdrawn', { state: word(outcome) }) : word(outcome)}
    </StateDot>
  );
}

export function useStateWord(): (outcome: Outcome) => string {
  const { t } = useTranslation();
  return ({ state, targetsHit }) => t(`research.states.${state}`, { target: targetsHit });
}
