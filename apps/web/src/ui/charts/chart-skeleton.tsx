import { useTranslation } from 'react-i18next';
import { Skeleton, SkeletonBar } from '../feedback/skeleton.tsx';

/** Holds the place of a chart while it loads. By itself: whoever shows it needs no chart of its own kind. */
export function ChartSkeleton({ height }: { readonly height: number }) {
  const { t } = useTranslation();
  return (
    <Skeleton label={t('chart.loading')}>
      <SkeletonBar height={`${height}px`} />
    </Skeleton>
  );
}
