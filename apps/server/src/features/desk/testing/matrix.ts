import { calmDown } from './acts.ts';
import { DeskWorld } from './desk-world.ts';
import { CRASH_POINTS, type CrashPlan, type Spoiling, VERBS, type Verb } from './disturbances.ts';
import { WRITE_FAULTS, type WriteFault } from './model-broker.ts';
import { Referee, type Violation } from './referee.ts';

/** What goes wrong with the answer of a request, or with the reports of the order that it is about. */
export const FAULTS = ['none', ...WRITE_FAULTS, 'duplicated reports', 'reordered reports', 'lost socket'] as const;
export type Fault = (typeof FAULTS)[number];
export const CRASHES = ['none', ...CRASH_POINTS] as const;

export interface MatrixCase {
  readonly verb: Verb;
  readonly fault: Fault;
  readonly crash: (typeof CRASHES)[number];
  readonly side: 'buy' | 'sell';
}

export function everyCase(sides: readonly ('buy' | 'sell')[]): MatrixCase[] {
  return VERBS.flatMap((verb) =>
    FAULTS.flatMap((fault) => CRASHES.flatMap((crash) => sides.map((side) => ({ verb, fault, crash, side })))),
  );
}

/** Plays the story in which the verb is asked, with the fault and the crash at its first request. */
export function playCase(
  { verb, fault, crash, side }: MatrixCase,
  spoilt?: Spoiling,
): {
  readonly violations: readonly Violation[];
  /** The verb was really asked, or the desk died just before. */
  readonly isMet: boolean;
  readonly longestBareMs: number;
} {
  const world = new DeskWorld({ sides: [side] });
  const referee = new Referee(world);
  world.spoilt = spoilt;
  disturbReports(world, fault);
  const faultAt = isWriteFault(fault) ? { verb, fault } : undefined;
  if (faultAt) world.faultAt = faultAt;
  const crashAt: CrashPlan | undefined = crash === 'none' ? undefined : { verb, point: crash };
  if (crashAt) world.crashAt = crashAt;
  try {
    STORIES[verb](world);
    world.run(4_000);
    const isMet = world.asked.has(verb) || world.crashes > 0;
    calmDown(world);
    referee.atEnd();
    return { violations: referee.violations, isMet, longestBareMs: referee.longestBareMs };
  } catch (error) {
    referee.blameError(error);
    return { violations: referee.violations, isMet: true, longestBareMs: referee.longestBareMs };
  }
}

function isWriteFault(fault: Fault): fault is WriteFault {
  return WRITE_FAULTS.some((known) => known === fault);
}

function disturbReports({ broker }: DeskWorld, fault: Fault): void {
  if (fault === 'duplicated reports') broker.socket.copies = 2;
  if (fault === 'reordered reports') broker.socket.jitterMs = 900;
  if (fault === 'lost socket') broker.socket.isMuted = true;
}

function hold(world: DeskWorld): void {
  world.enter(40);
  world.run(1_800);
}

/** Paise away from the price, to the side on which the run of the world loses. */
function against(world: DeskWorld, paise: number): number {
  return world.runs[0]?.entrySide === 'sell' ? world.lastPaise + paise : world.lastPaise - paise;
}

const STORIES: Readonly<Record<Verb, (world: DeskWorld) => void>> = {
  'place entry': (world) => hold(world),
  'place stop': (world) => hold(world),
  'place exit': (world) => {
    world.enter(40);
    // Out again before the stop could be placed.
    for (let i = 0; i < 300 && world.runs[0]?.held === 0; i += 1) world.run(10);
    if (world.runs[0]?.held) world.leave();
  },
  'modify stop': (world) => {
    hold(world);
    world.moveStop(against(world, 3_00));
  },
  'convert to exit': (world) => {
    hold(world);
    world.leave();
  },
  chase: (world) => {
    hold(world);
    world.depth = 0;
    world.leave();
    world.run(300);
    world.lastPaise = against(world, 20_00);
    world.run(3_000);
    world.depth = 1_000;
  },
  'cancel entry': (world) => {
    world.depth = 3;
    world.enter(90);
    world.run(40);
    world.depth = 0;
    world.run(1_500);
    if (world.runs[0]) world.withdraw(world.runs[0]);
  },
  'cancel stop': (world) => {
    // The first stop is taken so late that a second one rests by then.
    world.faults = ['none', 'late'];
    hold(world);
    world.run(7_000);
  },
};
