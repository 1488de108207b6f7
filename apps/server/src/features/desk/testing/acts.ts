import { isTerminal } from '@trickdesk/domain';
import fc from 'fast-check';
import { heldOf, isOver } from '../model.ts';
import type { DeskWorld } from './desk-world.ts';
import { WRITE_FAULTS, type WriteFault } from './model-broker.ts';

/** One thing that happens: to the market, to the broker, to us. `run` picks one of the world's runs. */
export type Act =
  /** `isTurned`: the other way than the last position, where nothing of that is under way. */
  | { readonly kind: 'enter'; readonly run: number; readonly quantity: number; readonly isTurned?: boolean }
  | { readonly kind: 'leave'; readonly run: number; readonly rule: 'exit' | 'stop' }
  | { readonly kind: 'withdraw'; readonly run: number }
  | { readonly kind: 'detach'; readonly run: number }
  | { readonly kind: 'stop'; readonly run: number; readonly awayPaise: number }
  | { readonly kind: 'price'; readonly movePaise: number }
  | { readonly kind: 'depth'; readonly units: number }
  | { readonly kind: 'fault'; readonly fault: WriteFault }
  | { readonly kind: 'socket'; readonly isMuted: boolean; readonly copies: number; readonly jitterMs: number }
  /** The exchange shifts the ends of its band away from each other. */
  | { readonly kind: 'widen_band'; readonly byPaise: number }
  | { readonly kind: 'rate'; readonly changes: number; readonly keptForExits: number }
  | { readonly kind: 'session'; readonly isKnown: boolean }
  | { readonly kind: 'cancel_by_hand'; readonly run: number }
  | { readonly kind: 'sell_by_hand'; readonly quantity: number }
  | { readonly kind: 'buy_by_hand'; readonly quantity: number }
  | { readonly kind: 'night'; readonly isTold: boolean }
  | { readonly kind: 'restart' }
  | { readonly kind: 'wait'; readonly ms: number };

const run = fc.integer({ min: 0, max: 1 });
const of = <K extends Act['kind'], F extends object>(
  kind: K,
  fields: { [Key in keyof F]: fc.Arbitrary<F[Key]> },
): fc.Arbitrary<F & { readonly kind: K }> => fc.record(fields).map((act) => Object.assign(act, { kind }));

export const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: of('enter', { run, quantity: fc.integer({ min: 1, max: 60 }), isTurned: fc.boolean() }) },
  { weight: 5, arbitrary: of('leave', { run, rule: fc.constantFrom('exit' as const, 'stop' as const) }) },
  { weight: 1, arbitrary: of('withdraw', { run }) },
  { weight: 1, arbitrary: of('detach', { run }) },
  { weight: 2, arbitrary: of('stop', { run, awayPaise: fc.integer({ min: -2, max: 40 }).map((steps) => steps * 50) }) },
  { weight: 6, arbitrary: of('price', { movePaise: fc.integer({ min: -80, max: 80 }).map((steps) => steps * 10) }) },
  { weight: 3, arbitrary: of('depth', { units: fc.integer({ min: 0, max: 20 }) }) },
  { weight: 8, arbitrary: of('fault', { fault: fc.constantFrom(...WRITE_FAULTS) }) },
  {
    weight: 2,
    arbitrary: of('socket', {
      isMuted: fc.boolean(),
      copies: fc.integer({ min: 0, max: 2 }),
      jitterMs: fc.constantFrom(0, 100, 900),
    }),
  },
  {
    weight: 2,
    arbitrary: of('rate', {
      changes: fc.constantFrom(0, 1, 3, 1_000),
      keptForExits: fc.constantFrom(0, 1, 2),
    }),
  },
  { weight: 1, arbitrary: of('widen_band', { byPaise: fc.integer({ min: 1, max: 40 }).map((steps) => steps * 50) }) },
  { weight: 1, arbitrary: of('session', { isKnown: fc.boolean() }) },
  { weight: 1, arbitrary: of('cancel_by_hand', { run }) },
  { weight: 2, arbitrary: of('sell_by_hand', { quantity: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 1, arbitrary: of('buy_by_hand', { quantity: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 1, arbitrary: of('night', { isTold: fc.boolean() }) },
  { weight: 2, arbitrary: of('restart', {}) },
  { weight: 10, arbitrary: of('wait', { ms: fc.integer({ min: 1, max: 300 }).map((n) => n * 10) }) },
);

export function perform(world: DeskWorld, act: Act): void {
  switch (act.kind) {
    case 'enter':
    case 'leave':
    case 'withdraw':
    case 'detach':
    case 'stop':
    case 'cancel_by_hand': {
      const run = world.runs[act.run % world.runs.length];
      if (run) performFor(world, run, act);
      return;
    }
    case 'price':
      movePrice(world, act.movePaise);
      return;
    case 'depth':
      world.depth = act.units;
      return;
    case 'fault':
      world.faults.push(act.fault);
      return;
    case 'socket':
      Object.assign(world.broker.socket, { isMuted: act.isMuted, copies: act.copies, jitterMs: act.jitterMs });
      return;
    case 'widen_band':
      widenBand(world.broker, act.byPaise);
      return;
    case 'rate':
      world.broker.rate = { changes: act.changes, keptForExits: act.keptForExits };
      return;
    case 'session':
      world.hasSession = act.isKnown;
      return;
    case 'sell_by_hand':
      world.broker.placeByHand('sell', act.quantity);
      return;
    case 'buy_by_hand':
      world.broker.placeByHand('buy', act.quantity);
      return;
    case 'night':
      world.night(act.isTold);
      return;
    case 'restart':
      world.restart();
      return;
    case 'wait':
      world.run(act.ms);
  }
}

/** Nothing trades beyond the exchange's band. */
function movePrice(world: DeskWorld, byPaise: number): void {
  const { lowerPaise, upperPaise } = world.broker.band ?? { lowerPaise: 500_00, upperPaise: 700_00 };
  world.lastPaise = Math.min(upperPaise, Math.max(lowerPaise, world.lastPaise + byPaise));
}

function widenBand(broker: DeskWorld['broker'], byPaise: number): void {
  const { band } = broker;
  if (band) broker.band = { lowerPaise: band.lowerPaise - byPaise, upperPaise: band.upperPaise + byPaise };
}

function performFor(world: DeskWorld, run: Run, act: Extract<Act, { readonly run: number }>): void {
  switch (act.kind) {
    case 'enter':
      enter(world, run, act);
      return;
    case 'leave':
      if (run.held > 0 && !isLeaving(run)) world.leave(act.rule, run);
      return;
    case 'withdraw':
      world.withdraw(run);
      return;
    case 'detach':
      // What a broker keeps intraday does not outlive its day: nobody hands yesterday's over.
      if (!world.carried.has(run)) world.detach(run);
      return;
    case 'stop':
      if (run.held === 0) return;
      world.moveStop(world.lastPaise + (run.entrySide === 'buy' ? -act.awayPaise : act.awayPaise), run);
      return;
    case 'cancel_by_hand':
      cancelByHand(world, run);
  }
}

function isLeaving(run: Run): boolean {
  return run.openIntents().some(({ purpose }) => purpose === 'exit');
}

type Run = DeskWorld['runs'][number];

/** As the seat lets a run in: it holds and waits for nothing, and no order of its base is still under way. */
function mayEnter(world: DeskWorld, run: Run): boolean {
  const line = world.lineOf(run);
  if (!run.isIdle || line.entry || line.exit || line.flatten || line.oversold || !world.isOpen) return false;
  return line.orders.every(isOver) && heldOf(line) === 0;
}

function enter(world: DeskWorld, run: Run, { quantity, isTurned = false }: Extract<Act, { kind: 'enter' }>): void {
  if (!mayEnter(world, run)) return;
  if (isTurned && isOverAtBroker(world, run)) run.entrySide = run.entrySide === 'buy' ? 'sell' : 'buy';
  world.enter(quantity, run);
}

function isOverAtBroker(world: DeskWorld, run: Run): boolean {
  const isOf = (tag: string | undefined) => tag !== undefined && world.made.get(tag)?.run === run;
  return world.broker.all.every((order) => !isOf(order.tag) || isTerminal(order.state));
}

function cancelByHand(world: DeskWorld, run: Run): void {
  const working = world.broker.orders.find(({ tag = '', side }) => {
    const known = world.made.get(tag);
    return known?.run === run && side !== run.entrySide;
  });
  if (!working) return;
  world.broker.cancelByHand(working);
  // Nobody says so: the next look into the book does.
  if (world.broker.socket.isMuted) world.disturb(world.settings.idleBookEveryMs);
}

/** The disturbances are over: whatever is left comes to its end, also where no change may leave for the rest of an hour. */
export function calmDown(world: DeskWorld): void {
  world.faults = [];
  world.faultAt = undefined;
  world.crashAt = undefined;
  Object.assign(world.broker.socket, { isMuted: false, copies: 0, jitterMs: 0 });
  world.hasSession = true;
  world.depth = 1_000;
  rest(world);
  for (const run of world.runs) {
    if (run.held > 0 && !isLeaving(run)) world.leave('exit', run);
  }
  rest(world);
}

/** Until nothing moves any more, or for longer than anything takes. */
function rest(world: DeskWorld): void {
  world.run(2_500);
  for (let i = 0; i < 30 && !world.isQuiet; i += 1) world.run(500);
  // What somebody did unheard is found by the next look into the book.
  world.run(world.settings.idleBookEveryMs);
  for (let i = 0; i < 30 && !world.isQuiet; i += 1) world.run(500);
}
