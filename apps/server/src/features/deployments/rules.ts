/** A deployment's life. `status` is what a list filters by; `phase` says what it does on the way to the next status. */
export type Status = 'running' | 'stopped' | 'halted' | 'exited';
export type Phase = 'running' | 'stopping' | 'exiting' | 'idle';
export type StopVerb = 'stop_entries' | 'stop_after_exit';

/** The wire's `trickStatus`: 1 running, 2 stopped, 3 halted, 4 exited. */
export const STATUS_NUMBERS: Readonly<Record<Status, number>> = { running: 1, stopped: 2, halted: 3, exited: 4 };

export function statusOfNumber(trickStatus: number): Status | undefined {
  return (Object.keys(STATUS_NUMBERS) as Status[]).find((status) => STATUS_NUMBERS[status] === trickStatus);
}

export interface Life {
  readonly status: Status;
  readonly phase: Phase;
}

export interface StartFacts extends Life {
  readonly capitalPaise: bigint;
  readonly minCapitalPaise: bigint;
  /** Symbols of the definition that are no longer listed or cannot be traded. */
  readonly goneSymbols: readonly string[];
}

export type StartRefusal =
  | 'TRICK_ALREADY_RUNNING'
  | 'TRICK_EXITING'
  | 'TRICK_NO_CAPITAL'
  | 'TRICK_CAPITAL_TOO_SMALL'
  | 'TRICK_INSTRUMENT_GONE';

export type StartDecision = { readonly allowed: true } | { readonly allowed: false; readonly code: StartRefusal };

/** Whether a deployment may start; a live one passes its gates besides (`live-gates-rules.ts`). */
export function decideStart(facts: StartFacts): StartDecision {
  const code = startRefusal(facts);
  return code === undefined ? { allowed: true } : { allowed: false, code };
}

function startRefusal(facts: StartFacts): StartRefusal | undefined {
  // A halted one that still exits may go on as itself; one that its owner stopped or sold ends first.
  if (facts.status === 'running') return facts.phase === 'running' ? 'TRICK_ALREADY_RUNNING' : 'TRICK_EXITING';
  if (facts.capitalPaise <= 0n) return 'TRICK_NO_CAPITAL';
  if (facts.capitalPaise < facts.minCapitalPaise) return 'TRICK_CAPITAL_TOO_SMALL';
  if (facts.goneSymbols.length > 0) return 'TRICK_INSTRUMENT_GONE';
  return undefined;
}

export interface HoldingFacts extends Life {
  /** Something is held, or an order waits to be filled. */
  readonly hasExposure: boolean;
}

const STOPPED: Life = { status: 'stopped', phase: 'idle' };
const EXITED: Life = { status: 'exited', phase: 'idle' };
const HALTED: Life = { status: 'halted', phase: 'idle' };

/**
 * What stopping makes of a deployment: without exposure it is stopped at once, else it goes on with its exits until it
 * is flat. One that exits already keeps doing so.
 */
export function decideStop(facts: HoldingFacts): { readonly allowed: boolean; readonly next: Life } {
  const life = { status: facts.status, phase: facts.phase };
  if (facts.status !== 'running' && facts.status !== 'halted') return { allowed: false, next: life };
  if (!facts.hasExposure) return { allowed: true, next: facts.phase === 'exiting' ? EXITED : STOPPED };
  if (facts.phase === 'exiting') return { allowed: true, next: life };
  return { allowed: true, next: { status: 'running', phase: 'stopping' } };
}

/**
 * What selling, or handing over, makes of a deployment: it is rid of everything and ends as `exited`, at once where
 * nothing is held.
 */
export function decideSell(facts: HoldingFacts): { readonly allowed: boolean; readonly next: Life } {
  const life = { status: facts.status, phase: facts.phase };
  if (facts.status !== 'running' && facts.status !== 'halted') return { allowed: false, next: life };
  if (!facts.hasExposure) return { allowed: true, next: EXITED };
  return { allowed: true, next: { status: 'running', phase: 'exiting' } };
}

/** The life after a change of exposure: a deployment on its way out ends when it is flat. */
export function afterExposure(life: Life, hasExposure: boolean): Life {
  if (hasExposure) return life;
  if (life.status === 'halted') return HALTED;
  if (life.phase === 'stopping') return STOPPED;
  if (life.phase === 'exiting') return EXITED;
  return life;
}

/**
 * What a fault on our side makes of a deployment: no more entries, but exits never pause, so one that holds something
 * stays with the runners. One that was on its way out already goes on with that.
 */
export function decideHalt({ status, phase, hasExposure }: HoldingFacts): Life {
  const life = { status, phase };
  if (status !== 'running' || phase !== 'running') return afterExposure(life, hasExposure);
  return hasExposure ? { status: 'halted', phase: 'stopping' } : HALTED;
}

/** Only an undisturbed deployment opens positions. */
export function mayEnter({ status, phase }: Life): boolean {
  return status === 'running' && phase === 'running';
}

/** A name that none of the taken ones has: `EMA trend`, `EMA trend 2`, `EMA trend 3` … */
export function nameApart(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    const name = `${wanted} ${number}`;
    if (!taken.has(name)) return name;
  }
}

/** How long before the start a run's warm-up begins, in sessions: recursive averages settle, daily ones need more. */
export function warmupSessions(warmupBars: number, barMinutes: number | 'day'): number {
  if (barMinutes === 'day') return Math.max(60, warmupBars * 3);
  const perSession = Math.max(1, Math.floor(375 / barMinutes));
  return Math.min(60, Math.max(5, Math.ceil((warmupBars * 4) / perSession) + 1));
}
