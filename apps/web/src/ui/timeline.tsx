import { Moment } from './figures/moment.tsx';
import css from './timeline.module.css';

interface TimelineStep {
  readonly label: string;
  /** ISO 8601. */
  readonly at: string;
  readonly note?: string | undefined;
  readonly tone?: 'good' | 'bad' | 'quiet';
}

/** What something went through, oldest first. */
export function Timeline({ label, steps }: { readonly label: string; readonly steps: readonly TimelineStep[] }) {
  return (
    <ol className={css.line} aria-label={label}>
      {steps.map((step, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its end
        <li key={i} className={css.step} data-tone={step.tone ?? 'quiet'}>
          <span className={css.name}>{step.label}</span>
          <span className={css.at}>
            <Moment at={step.at} />
          </span>
          {step.note ? <span className={css.note}>{step.note}</span> : null}
        </li>
      ))}
    </ol>
  );
}
