import { BROKER_SQUARE_OFF, formatTimeOfDay, INTERVAL_MINUTES, parseTimeOfDay } from '@trickdesk/domain';
import type { DefinitionProblem } from './rules.ts';
import type { StrategyDefinition, StrategyParameter } from './schema.ts';

/** Minutes before the broker's own square-off: later ones would race with it. */
const BEFORE_BROKER = 5;
/** NSE's regular session, minutes since midnight. */
const OPENS = 555;
const CLOSES = 930;

/** What is refused in rules that somebody writes now, beyond `checkDefinition`: stored ones are read as they are. */
export function writtenProblems(definition: StrategyDefinition): DefinitionProblem[] {
  const [late, idle] = [lateSquareOff(definition), idleSession(definition)];
  return [...(late ? [late] : idle ? [idle] : []), ...offStepDefaults(definition)];
}

/** The broker would sell by itself, and the trick would be halted each day. */
function lateSquareOff({ product, session }: StrategyDefinition): DefinitionProblem | undefined {
  if (product !== 'INTRADAY' || session.squareOff === undefined) return undefined;
  const latest = formatTimeOfDay((parseTimeOfDay(BROKER_SQUARE_OFF.cash) ?? 0) - BEFORE_BROKER);
  if (session.squareOff <= latest) return undefined;
  return {
    path: ['session', 'squareOff'],
    message: `brokers sell intraday positions by themselves at ${BROKER_SQUARE_OFF.cash}: expected ${latest} or earlier`,
  };
}

/** Entries are decided when a bar closes: hours in which none closes, or none before square-off, never enter. */
function idleSession({ interval, product, session }: StrategyDefinition): DefinitionProblem | undefined {
  // A daily bar is decided on after its session, whatever the hours.
  if (interval === '1d') return undefined;
  const { entryFrom, entryTo, squareOff } = session;
  const problem = (field: string, message: string) => ({ path: ['session', field], message });
  const ends = product === 'INTRADAY' ? (parseTimeOfDay(squareOff ?? '') ?? CLOSES) : CLOSES + 1;
  const closes = closesOfBars(INTERVAL_MINUTES[interval]);
  const useful = closes.filter((minute) => minute < ends);
  const [first = CLOSES] = closes;
  if (useful.length === 0) {
    const least = formatTimeOfDay(first);
    return problem('squareOff', `the first bar of ${interval} closes at ${least}: expected a square-off after it`);
  }
  const [from, to] = [parseTimeOfDay(entryFrom) ?? 0, parseTimeOfDay(entryTo) ?? 0];
  if (useful.some((minute) => minute >= from && minute <= to)) return undefined;
  if (to <= OPENS) {
    return problem('entryTo', `the session opens at ${formatTimeOfDay(OPENS)}: entries until ${entryTo} never come`);
  }
  const near = formatTimeOfDay(useful.find((minute) => minute > to) ?? useful.at(-1) ?? first);
  return problem(
    'entryTo',
    product === 'INTRADAY'
      ? `no bar of ${interval} closes from ${entryFrom} to ${entryTo} and before square-off, so nothing would be entered: expected hours with ${near}`
      : `no bar of ${interval} closes from ${entryFrom} to ${entryTo} in the session, so nothing would be entered: expected hours with ${near}`,
  );
}

/** Minutes since midnight; the last bar of a session may be short. */
function closesOfBars(minutes: number): number[] {
  const count = Math.ceil((CLOSES - OPENS) / minutes);
  return Array.from({ length: count }, (_, i) => Math.min(OPENS + (i + 1) * minutes, CLOSES));
}

function offStepDefaults({ parameters }: StrategyDefinition): DefinitionProblem[] {
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    const nearest = nearestSteps(parameter);
    if (nearest.length === 0) return [];
    const { min, step } = parameter;
    const message = `expected ${nearest.join(' or ')}: values go from ${min} in steps of ${step}`;
    return [{ path: ['parameters', name, 'default'], message }];
  });
}

/** The values beside a default that is none of its parameter's; none where it is one. */
function nearestSteps({ default: chosen, min, max, step }: StrategyParameter): number[] {
  const steps = (chosen - min) / step;
  // Steps are decimals, which floats only come near to.
  if (Math.abs(steps - Math.round(steps)) < 1e-6) return [];
  const values = [Math.floor(steps), Math.ceil(steps)].map((count) => Number((min + count * step).toPrecision(12)));
  return values.filter((value) => value <= max);
}
