import { ofBar } from './kernel.ts';
import type { Indicator, IndicatorInput } from './types.ts';

/** Prices as the trade sees them: a short one sees them negated, so that both directions are one rule. */
interface View {
  readonly near: number;
  readonly far: number;
}

function viewOf(bar: { readonly high: number; readonly low: number }, side: 1 | -1): View {
  return side === 1 ? { near: bar.low, far: bar.high } : { near: -bar.high, far: -bar.low };
}

/**
 * Wilder's parabolic stop and reverse. It starts short when the second bar moved further down than up, else long. Each
 * new extreme brings the stop nearer faster (`step`, up to `most`); the stop never lies beyond the last two bars; a bar
 * that reaches it turns the trade round, with the old extreme as the new stop.
 */
export function psar(step: number, most: number): Indicator {
  const slowest = Math.min(step, most);
  let before: { high: number; low: number } | undefined;
  let side: 1 | -1 | undefined;
  let stop = 0;
  let extreme = 0;
  let speed = slowest;

  const start = (first: { high: number; low: number }, { high, low }: IndicatorInput): 1 | -1 => {
    const fall = first.low - low;
    const begun = fall > 0 && fall > high - first.high ? -1 : 1;
    stop = viewOf(first, begun).near;
    extreme = viewOf({ high, low }, begun).far;
    return begun;
  };

  const reverse = (from: 1 | -1, bar: IndicatorInput, previous: { high: number; low: number }): 1 | -1 => {
    const turned = from === 1 ? -1 : 1;
    const view = viewOf(bar, turned);
    stop = Math.min(-extreme, view.near, viewOf(previous, turned).near);
    extreme = view.far;
    speed = slowest;
    return turned;
  };

  return ofBar((bar) => {
    const first = before;
    before = { high: bar.high, low: bar.low };
    if (!first) return Number.NaN;
    // On the bar that begins the first trade the one before belongs to no trade yet: it does not hold the stop back.
    const previous = side === undefined ? bar : first;
    side ??= start(first, bar);
    if (viewOf(bar, side).near <= stop) side = reverse(side, bar, previous);
    else if (viewOf(bar, side).far > extreme) {
      extreme = viewOf(bar, side).far;
      speed = Math.min(speed + step, most);
    }
    const shown = stop * side;
    stop = Math.min(stop + speed * (extreme - stop), viewOf(bar, side).near, viewOf(previous, side).near);
    return shown;
  });
}
