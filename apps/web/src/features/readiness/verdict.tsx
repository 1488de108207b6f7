import type { TrickReadiness } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { StateDot } from '../../ui/state-dot.tsx';

/** In words, with a colour that only helps. */
export function Verdict({ verdict }: Pick<TrickReadiness, 'verdict'>) {
  const { t } = useTranslation();
  return <StateDot tone={verdict === 'will_trade' ? 'good' : 'quiet'}>{t(`readiness.verdict.${verdict}`)}</StateDot>;
}
