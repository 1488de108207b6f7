import type { ReactNode } from 'react';
import css from './feedback.module.css';

interface BarProps {
  readonly width?: string;
  readonly height?: string;
}

/** One grey bar in the place of a text or a figure. */
export function SkeletonBar({ width = '100%', height = '1rem' }: BarProps) {
  return <div className={css.bar} style={{ inlineSize: width, blockSize: height }} />;
}

interface SkeletonProps {
  /** What is loading, for a screen reader. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Holds the final shape while content loads; it shows only after 150 ms, so that a fast answer never flickers. */
export function Skeleton({ label, children }: SkeletonProps) {
  return (
    <div className={css.later} role="status" aria-label={label}>
      {children}
    </div>
  );
}

/** Bars of uneven width, as text would be. */
export function SkeletonLines({ label, lines = 4 }: { readonly label: string; readonly lines?: number }) {
  const widths = ['92%', '78%', '86%', '64%', '88%', '72%'];
  return (
    <Skeleton label={label}>
      <div style={{ display: 'grid', gap: 12, paddingBlock: 8, paddingInline: 'var(--td-skeleton-pad, 0)' }}>
        {Array.from({ length: lines }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity and never move
          <SkeletonBar key={line} width={widths[line % widths.length] ?? '80%'} />
        ))}
      </div>
    </Skeleton>
  );
}
