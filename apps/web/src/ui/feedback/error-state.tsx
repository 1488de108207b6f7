import { useTranslation } from 'react-i18next';
import { CallFailure } from '../../lib/call-failure.ts';
import { Button } from '../button.tsx';
import { failureReason } from './failure-text.ts';
import css from './feedback.module.css';

interface ErrorStateProps {
  readonly failure: unknown;
  /** What could not be loaded, in the page's words; a general sentence stands otherwise. */
  readonly title?: string;
  readonly onRetry?: () => void;
}

/** In place of content that could not be loaded: what failed, that nothing was changed, another try, the id for support. */
export function ErrorState({ failure, title, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  const id = failure instanceof CallFailure ? failure.requestId : undefined;
  return (
    <div className={css.box} role="alert">
      <p className={css.title}>{title ?? t('failure.title')}</p>
      <p className={css.text}>{failureReason(failure, t)}</p>
      <p className={css.text}>{t('failure.nothingChanged')}</p>
      {id ? <p className={css.id}>{t('failure.supportId', { id })}</p> : null}
      {onRetry ? (
        <Button look="quiet" small onClick={onRetry}>
          {t('failure.tryAgain')}
        </Button>
      ) : null}
    </div>
  );
}
