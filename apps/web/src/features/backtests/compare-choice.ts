import { routeId } from '../../lib/route-id.ts';

/** As many curves as can be told apart in one chart, and as many columns as a screen holds. */
export const MOST_COMPARED = 4;
export const FEWEST_COMPARED = 2;

/** The back-tests that an address names, each once, in its order: `3,1,3` → 3, 1. Whatever is no id is left out. */
export function runsNamedIn(text: string | undefined): number[] {
  return [...new Set((text ?? '').split(',').map((part) => routeId(part.trim())))].filter((id) => id !== undefined);
}

/** The choice with a back-test put in or taken out; a full one takes no more. */
export function toggled(chosen: readonly number[], id: number): readonly number[] {
  if (chosen.includes(id)) return chosen.filter((each) => each !== id);
  return chosen.length < MOST_COMPARED ? [...chosen, id] : chosen;
}

export const isComparable = (ids: readonly number[]): boolean =>
  ids.length >= FEWEST_COMPARED && ids.length <= MOST_COMPARED;

/** Where runs are laid beside each other. */
export const comparePath = (ids: readonly number[]): string => `/backtests/compare?runs=${ids.join(',')}`;
