import layout from '../layout.module.css';
import { Skeleton, SkeletonBar } from './skeleton.tsx';

interface PageSkeletonProps {
  /** What is loading, for a screen reader. */
  readonly label: string;
  /** Heights in pixels of the sections to come. */
  readonly main: readonly number[];
  /** Those of a second column. */
  readonly side?: readonly number[];
}

/** The sections of a page while they load, in their places. */
export function PageSkeleton({ label, main, side }: PageSkeletonProps) {
  if (!side) {
    return (
      <Skeleton label={label}>
        <Boxes heights={main} />
      </Skeleton>
    );
  }
  return (
    <Skeleton label={label}>
      <div className={layout.columns}>
        <Boxes heights={main} />
        <Boxes heights={side} />
      </div>
    </Skeleton>
  );
}

function Boxes({ heights }: { readonly heights: readonly number[] }) {
  return (
    <div className={layout.stack}>
      {heights.map((height, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the boxes have no identity and never move
        <SkeletonBar key={i} height={`${height}px`} />
      ))}
    </div>
  );
}
