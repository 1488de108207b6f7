import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ChartSkeleton } from './chart-skeleton.tsx';

interface WhenSeenProps {
  readonly height: number;
  readonly children: ReactNode;
}

/** Holds a chart's place until somebody scrolls near it: its code is not loaded for those who never do. */
export function WhenSeen({ height, children }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !place.current) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: '200px' },
    );
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [seen]);
  return seen ? (
    children
  ) : (
    <div ref={place}>
      <ChartSkeleton height={height} />
    </div>
  );
}
