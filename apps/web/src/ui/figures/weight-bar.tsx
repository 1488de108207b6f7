import { percent as percentText } from '../../lib/format.ts';
import css from './weight-bar.module.css';

interface WeightBarProps {
  /** 1.5 means 1.5 %. */
  readonly percent: number;
  /** The weight that fills the bar. */
  readonly of: number;
  /** Where the weight should be: a mark across the bar. */
  readonly target?: number | undefined;
}

const share = (value: number, of: number): string => `${of > 0 ? Math.min(100, (value / of) * 100) : 0}%`;

/** A weight as a figure and a bar; the figure says it all, the bar only helps to compare. */
export function WeightBar({ percent, of, target }: WeightBarProps) {
  return (
    <span className={css.weight}>
      <span className={css.bar} aria-hidden="true">
        <i className={css.fill} style={{ inlineSize: share(percent, of) }} />
        {target === undefined ? null : <i className={css.target} style={{ insetInlineStart: share(target, of) }} />}
      </span>
      <span className={css.figure}>{percentText(percent)}</span>
    </span>
  );
}
