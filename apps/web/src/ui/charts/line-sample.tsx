import css from './charts.module.css';

/** As the canvas draws the curve in this place; lengths in pixels of the sample. */
const SAMPLES = [
  { stroke: 'var(--td-accent)', dashes: undefined },
  { stroke: 'var(--td-warning)', dashes: '4 4' },
  { stroke: 'var(--td-mode-test)', dashes: '2 2' },
  { stroke: 'var(--td-text)', dashes: '10 4' },
] as const;

/** A piece of a curve, for the words beside it. */
export function LineSample({ place }: { readonly place: number }) {
  const { stroke, dashes } = SAMPLES[place % SAMPLES.length] ?? SAMPLES[0];
  return (
    <svg className={css.sample} viewBox="0 0 24 4" width="24" height="4" aria-hidden="true">
      <path d="M0 2H24" stroke={stroke} strokeWidth="2" strokeDasharray={dashes} />
    </svg>
  );
}
