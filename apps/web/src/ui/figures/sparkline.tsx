interface SparklineProps {
  readonly values: readonly number[];
  /** What a screen reader says; it stands beside figures, so a short name is enough. */
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
}

/** The points of a polyline that fills the box, oldest at the start edge. */
export function sparklinePoints(values: readonly number[], width: number, height: number): string {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const step = width / Math.max(1, values.length - 1);
  return values
    .map((value, i) => `${(i * step).toFixed(1)},${(height - ((value - low) / span) * height).toFixed(1)}`)
    .join(' ');
}

export function Sparkline({ values, label, width = 96, height = 28 }: SparklineProps) {
  if (values.length < 2) return null;
  const rose = (values.at(-1) ?? 0) >= (values[0] ?? 0);
  return (
    <svg
      width={width}
      height={height + 4}
      viewBox={`0 -2 ${width} ${height + 4}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <polyline
        points={sparklinePoints(values, width, height)}
        fill="none"
        stroke={rose ? 'var(--td-up)' : 'var(--td-down)'}
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
