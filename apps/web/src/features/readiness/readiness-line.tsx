import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { SkeletonBar } from '../../ui/feedback/skeleton.tsx';
import { Causes } from './causes.tsx';
import css from './readiness.module.css';
import { saysOnlyStopped } from './readiness-view.ts';
import { Verdict } from './verdict.tsx';

/** On the page of one trick: whether it will trade today, and what to do where it will not. */
export function ReadinessLine({ trickId }: { readonly trickId: number }) {
  const { t } = useTranslation();
  const board = useCall('readiness', {});
  if (!board.data) {
    return (
      <div className={css.line} aria-busy={!board.error}>
        {board.error ? <p className={css.quiet}>{t('readiness.lineFailed')}</p> : <SkeletonBar width="14rem" />}
      </div>
    );
  }
  const trick = board.data.trick_list.find(({ TricksId }) => TricksId === trickId);
  // Sold for good, nothing of it is asked today; stopped by its owner, the page says so itself.
  if (!trick || saysOnlyStopped(trick)) return null;
  return (
    <section className={css.line} aria-label={t('readiness.title')}>
      <Verdict verdict={trick.verdict} />
      <Causes trick={trick} here={`/my-tricks/${trickId}`} />
    </section>
  );
}
