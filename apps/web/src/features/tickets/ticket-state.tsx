import type { TicketState as State } from '@trickdesk/domain';
import { useTranslation } from 'react-i18next';
import { StateDot, type StateTone } from '../../ui/state-dot.tsx';

const TONES = {
  person: { open: 'busy', waiting: 'good', closed: 'quiet' },
  support: { open: 'busy', waiting: 'quiet', closed: 'quiet' },
} as const satisfies Record<string, Record<State, StateTone>>;

interface TicketStateProps {
  readonly state: State;
  /** Who reads it: “waiting for you” is a person's word. */
  readonly by: 'person' | 'support';
}

export function TicketState({ state, by }: TicketStateProps) {
  const { t } = useTranslation();
  return <StateDot tone={TONES[by][state]}>{t(`tickets.states.${by}.${state}`)}</StateDot>;
}
