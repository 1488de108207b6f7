import { useTranslation } from 'react-i18next';
import { Skeleton, SkeletonBar } from '../../ui/feedback/skeleton.tsx';
import layout from '../../ui/layout.module.css';

/** The shape of the page before its figures are there. */
export function MyTrickSkeleton() {
  const { t } = useTranslation();
  return (
    <Skeleton label={t('deployments.loading')}>
      <div className={layout.stack}>
        <SkeletonBar width="320px" height="28px" />
        <SkeletonBar height="36px" />
        <SkeletonBar height="56px" width="70%" />
        <div className={layout.columns}>
          <div className={layout.stack}>
            <SkeletonBar height="480px" />
            <SkeletonBar height="320px" />
          </div>
          <div className={layout.stack}>
            <SkeletonBar height="200px" />
            <SkeletonBar height="160px" />
            <SkeletonBar height="320px" />
          </div>
        </div>
      </div>
    </Skeleton>
  );
}
