import { Moment } from './figures/moment.tsx';
import css from './timeline.module.css';

interface TimelineStep {
  readonly label: string;
  /** ISO 8601. */
  readonly at: string;
  readonly note?: string | undefined;
  readonly tone?: 'good' | 'bad' | 'quiet';
}

interface TimelineProps {
  readonly label: string;
  readonly steps: readonly TimelineStep[];
  /** By the clock on the wall, not the exchange's. */
  readonly wall?: boolean;
}

/** What something went through, oldest first. */
export function Timeline({ label, steps, wall = false }: TimelineProps) {
  return (
    <ol className={css.line} aria-label={label}>
      {steps.map((step, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its end
        <li key={i} className={css.step} data-tone={step.tone ?? 'quiet'}>
          <span className={css.name}>{step.label}</span>
          <span className={css.at}>
            <Moment at={step.at} wall={wall} />
          </span>
          {step.note ? <span className={css.note}>{step.note}</span> : null}
        </li>
      ))}
    </ol>
  );
}
