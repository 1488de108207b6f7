import type { TrickReadiness } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../ui/app-link.tsx';
import css from './readiness.module.css';

interface CausesProps {
  readonly trick: TrickReadiness;
  /** The page that is open: a link to it would lead nowhere. */
  readonly here?: string;
}

/** Why it will not trade, each cause with the way to mend it, and what guards what it holds. */
export function Causes({ trick, here }: CausesProps) {
  const { t } = useTranslation();
  const { causes, stop } = trick;
  return (
    <>
      {causes.length > 0 ? (
        <ul className={css.causes} aria-label={t('readiness.causesOf', { name: trick.name })}>
          {causes.map(({ code, sentence, action }) => (
            <li key={code} className={css.cause}>
              <span>{sentence}</span>
              {action && action.to !== here ? <AppLink to={action.to}>{action.label}</AppLink> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {stop.needed ? <p className={stop.rests ? css.quiet : css.bare}>{stop.why}</p> : null}
    </>
  );
}
