import type { OpenPosition } from '@trickdesk/engine';
import type { LeftUnits } from './facts.ts';
import type { BrokerFill, DonePosition } from './store.ts';

/** What of a position was held, and what left it, on one day. Money in whole paise. */
export interface UnitsOfDay {
  readonly quantity: number;
  readonly chargesPaise: number;
  /** For a unit, of what left on the day; absent while it is open. */
  readonly exitPaise: number | undefined;
  readonly grossPaise: number | undefined;
  readonly left: LeftUnits | undefined;
}

export interface DayOfPosition {
  readonly position: DonePosition;
  readonly isClosed: boolean;
  /** As its run had it in the morning; `undefined` of one that was entered on the day, and where nobody knows. */
  readonly morning: OpenPosition | undefined;
  /** As its run has it at the day's end; `undefined` where it has gone on since. */
  readonly evening: OpenPosition | undefined;
  readonly closedAtBroker: boolean;
}

/**
 * A position may be left in parts over several days: what went on earlier ones is of their reports, and what went today
 * counts though the rest is held.
 */
export function unitsOfDay(day: DayOfPosition): UnitsOfDay {
  return day.isClosed ? closed(day) : open(day);
}

function closed({ position, morning }: DayOfPosition): UnitsOfDay {
  const { exit_paise: exitPaise, gross_paise: gross, charges_paise: charges, direction } = position;
  const before = morning?.amounts;
  const whole = {
    quantity: position.quantity,
    chargesPaise: Number(charges),
    exitPaise: exitPaise ?? 0,
    grossPaise: gross === null ? undefined : Number(gross),
    left: undefined,
  };
  if (!morning || !before || before.exitedPaise === 0 || whole.grossPaise === undefined) return whole;
  const sign = direction === 'long' ? 1 : -1;
  const leftPaise = before.enteredPaise + sign * whole.grossPaise - before.exitedPaise;
  return {
    ...whole,
    quantity: morning.quantity,
    chargesPaise: whole.chargesPaise - before.exitChargesPaise,
    exitPaise: Math.round(leftPaise / morning.quantity),
    grossPaise: whole.grossPaise - sign * (before.exitedPaise - before.releasedPaise),
  };
}

function open({ position, morning, evening, closedAtBroker }: DayOfPosition): UnitsOfDay {
  const [amounts, before] = [evening?.amounts, morning?.amounts];
  const soldPaise = (amounts?.exitedPaise ?? 0) - (before?.exitedPaise ?? 0);
  const exitCharges = (amounts?.exitChargesPaise ?? 0) - (before?.exitChargesPaise ?? 0);
  const common = {
    // What is closed by now was open at the day's end: what leaving it cost is of another day.
    chargesPaise: evening ? evening.entryChargesPaise + exitCharges : Number(position.entry_charges_paise),
    exitPaise: undefined,
    grossPaise: undefined,
  };
  if (!evening || soldPaise <= 0) {
    const wasLeft = morning && before && before.exitedPaise > 0;
    return { ...common, quantity: evening?.quantity ?? (wasLeft ? morning : position).quantity, left: undefined };
  }
  const quantity = morning?.quantity ?? amounts?.enteredQuantity ?? position.quantity;
  const left = { quantity: quantity - evening.quantity, valuePaise: soldPaise, closedAtBroker };
  return { ...common, quantity, left };
}

/** Some of the units that left until then were closed at the broker without an order of the trick. */
export function isClosedElsewhere(fills: readonly BrokerFill[], position: DonePosition, until: number): boolean {
  return fills.some(
    ({ placed_kind: placed, symbol, exchange_at: at }) =>
      placed === 'elsewhere' && symbol === position.symbol && at >= position.entry_at && at.getTime() <= until,
  );
}
