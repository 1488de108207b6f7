import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, lazy, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isCodeMissing, loadCode } from '../../lib/load-code.ts';
import { Button } from '../button.tsx';
import css from './feedback.module.css';
import { showToast } from './toasts.ts';

interface GoneProps {
  readonly error: unknown;
}

/**
 * A part of a page whose code comes when the part is first drawn. Its place, as `Suspense` around it shows it, stays
 * while there is no connection: the frame of the page says so already. The rest of the page stands whatever happens.
 *
 * @param Gone what stands in its place where its code cannot be had any more
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Gone: ComponentType<GoneProps> = PartGone,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await loadCode(load, () => undefined) }));
  function Missing({ error }: GoneProps) {
    // Its own mistakes are the page's.
    if (!isCodeMissing(error)) throw error;
    return <Gone error={error} />;
  }
  return function Later(props: Props) {
    return (
      <CatchBoundary getResetKey={() => 0} errorComponent={Missing}>
        <Part {...props} />
      </CatchBoundary>
    );
  };
}

function PartGone() {
  const { t } = useTranslation();
  return (
    <div className={css.box} role="alert">
      <p className={css.title}>{t('failure.title')}</p>
      <p className={css.text}>{t('failure.partText')}</p>
      <Button look="quiet" small onClick={() => window.location.reload()}>
        {t('failure.reload')}
      </Button>
    </div>
  );
}

/** For what opens by hand and has no place of its own. */
export function SayGone() {
  const { t } = useTranslation();
  useEffect(() => showToast({ tone: 'failed', text: t('failure.partText') }), [t]);
  return null;
}
