import { useTranslation } from 'react-i18next';
import { Skeleton, SkeletonBar } from '../../ui/feedback/skeleton.tsx';
import css from './strategies.module.css';

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The cards before their words are there. */
export function CatalogueSkeleton() {
  const { t } = useTranslation();
  return (
    <Skeleton label={t('strategies.loading')}>
      <div className={css.skeletonGrid}>
        {CARDS.map((name) => (
          <SkeletonBar key={name} height="264px" />
        ))}
      </div>
    </Skeleton>
  );
}
