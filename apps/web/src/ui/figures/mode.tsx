import type { Badge } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useExchange } from '../../lib/exchange-clock.ts';
import css from './mode.module.css';

/** What a mode means in one sentence. Of prices it says what they are once the server has told. */
function useModeWords(badge: Badge): string {
  const { t } = useTranslation();
  const { simulated } = useExchange();
  if (badge !== 'test' || simulated === undefined) return t(`mode.explain.${badge}`);
  return t(simulated ? 'mode.explain.test_simulated' : 'mode.explain.test_market');
}

interface ModeProps {
  readonly badge: Badge;
}

/** Which money a figure is about; it stands beside a row or a title. */
export function ModeBadge({ badge }: ModeProps) {
  const { t } = useTranslation();
  const words = useModeWords(badge);
  return (
    <span className={`${css.badge} ${css[badge]}`} title={words}>
      {badge === 'live' ? <span className={css.dot} aria-hidden="true" /> : null}
      {t(`mode.${badge}`)}
    </span>
  );
}

interface ModeBandProps extends ModeProps {
  /** Stands at the end of the band: a switch to the other mode, for example. */
  readonly children?: ReactNode;
}

/** The quiet band along the top of content whose figures are all of one mode. */
export function ModeBand({ badge, children }: ModeBandProps) {
  const { t } = useTranslation();
  const words = useModeWords(badge);
  return (
    <div className={`${css.band} ${css[badge]}`}>
      <strong>{t(`mode.${badge}`)}</strong>
      <span>{words}</span>
      {children ? <div className={css.end}>{children}</div> : null}
    </div>
  );
}
