import type { Badge } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './mode.module.css';

interface ModeProps {
  readonly badge: Badge;
}

/** Which money a figure is about; it stands beside a row or a title. */
export function ModeBadge({ badge }: ModeProps) {
  const { t } = useTranslation();
  return (
    <span className={`${css.badge} ${css[badge]}`} title={t(`mode.explain.${badge}`)}>
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
  return (
    <div className={`${css.band} ${css[badge]}`}>
      <strong>{t(`mode.${badge}`)}</strong>
      <span>{t(`mode.explain.${badge}`)}</span>
      {children ? <div className={css.end}>{children}</div> : null}
    </div>
  );
}
