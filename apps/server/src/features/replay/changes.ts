import type { FieldError, ReplayDay } from '@trickdesk/contract';
import type { StrategyDefinition } from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import { decideSweep } from '../backtests/index.ts';
import { mustBeAffordable } from '../strategies/index.ts';

export type Values = Readonly<Record<string, number>>;

/**
 * @param values that ran, of which the others stay
 * @throws Refusal `INVALID_INPUT` where a parameter is not there or its value is out of its range or off its steps,
 *   `TRICK_TOO_COSTLY` where it costs too much with them
 */
export function checkChanges(
  definition: StrategyDefinition,
  { values, changes }: { readonly values: Values; readonly changes: Values },
): void {
  const asked = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, [value]]));
  const decision = decideSweep(definition, asked);
  if (decision.ok) {
    mustBeAffordable(definition, { sets: [{ ...values, ...changes }], path: 'parameters' });
    return;
  }
  const errors = decision.errors.map(({ path, message }): FieldError => {
    return { path: path.replace(/^sweep/, 'parameters'), message };
  });
  throw new Refusal('INVALID_INPUT', { errors });
}

/** What the rules may be varied by, with the values that are shown. */
export function parametersOf({ parameters }: StrategyDefinition, values: Values): ReplayDay['parameters'] {
  return Object.entries(parameters).map(([name, range]) => ({ name, ...range, value: values[name] ?? range.default }));
}
