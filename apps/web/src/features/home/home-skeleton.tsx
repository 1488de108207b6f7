import { useTranslation } from 'react-i18next';
import { Skeleton, SkeletonBar } from '../../ui/feedback/skeleton.tsx';
import css from './home.module.css';

/** The shape of the desk before its figures are there. */
export function HomeSkeleton() {
  const { t } = useTranslation();
  return (
    <Skeleton label={t('home.loading')}>
      <div className={`${css.stack} ${css.desk}`}>
        <SkeletonBar height="40px" />
        <SkeletonBar height="84px" />
        <div className={css.columns}>
          <div className={css.stack}>
            <SkeletonBar height="360px" />
            <SkeletonBar height="220px" />
          </div>
          <div className={css.stack}>
            <SkeletonBar height="160px" />
            <SkeletonBar height="300px" />
          </div>
        </div>
      </div>
    </Skeleton>
  );
}
