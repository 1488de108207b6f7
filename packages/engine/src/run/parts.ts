import { mulDiv } from '@trickdesk/domain';
import { openCostPaise } from './account.ts';
import type { BaseRun, MutablePosition } from './base-run.ts';
import type { ExternalFill } from './external-types.ts';
import { type BookedIntent, strike } from './intent-book.ts';
import type { PositionKeeper, RunParts } from './position-keeper.ts';
import { signOf } from './prices.ts';
import type { Fill, OrderIntent } from './types.ts';

/** What a part says beyond itself, where the run executes it in the market shown. */
export type ShownFacts = Pick<Fill, 'spreadPaise' | 'unshownQuantity'>;

/** Books orders that are executed in parts: each is charged as one order, and money is kept by value, exactly. */
export class PartKeeper {
  readonly #parts: RunParts;
  readonly #keeper: PositionKeeper;

  constructor(parts: RunParts, keeper: PositionKeeper) {
    this.#parts = parts;
    this.#keeper = keeper;
  }

  /** Charges the growth of the order, notes how far it has come, and tells of the part. */
  charge({ base, intent, progress }: BookedIntent, part: ExternalFill, shown?: ShownFacts): number {
    const { account, journal } = this.#parts;
    const { at, quantity, valuePaise } = part;
    const firstFillAt = progress.firstFillAt ?? at;
    const isFirstSale = progress.isFirstSale ?? base.soldOn !== account.dateOf(firstFillAt);
    const { side, purpose } = intent;
    const grown = progress.valuePaise + valuePaise;
    const order = { side, at: firstFillAt, isFirstSale, beforePaise: progress.valuePaise, afterPaise: grown };
    const chargesPaise = account.chargeGrowth(base, order);
    const filledQuantity = progress.filledQuantity + quantity;
    const isComplete = filledQuantity === intent.quantity;
    if (isComplete) strike(base, intent.id);
    else {
      const charged = progress.chargesPaise + chargesPaise;
      const now = { filledQuantity, valuePaise: grown, chargesPaise: charged, firstFillAt, isFirstSale };
      base.progress.set(intent.id, { ...progress, ...now });
    }
    journal.add({
      kind: 'fill',
      fill: {
        intentId: intent.id,
        at,
        base: base.index,
        symbol: base.facts.symbol,
        side,
        purpose,
        quantity,
        pricePaise: averagePaise(valuePaise, quantity),
        chargesPaise,
        valuePaise,
        filledQuantity,
        isComplete,
        ...(shown ? { orderValuePaise: grown, ...shown } : {}),
      },
    });
    return chargesPaise;
  }

  /** A part of an exit leaves the position; the one that makes it flat closes the trade. */
  leave(base: BaseRun, intent: OrderIntent, part: ExternalFill & { readonly chargesPaise: number }): void {
    const { account } = this.#parts;
    const { position } = base;
    if (!position) throw new RangeError('there is no position');
    const amounts = amountsOf(position);
    const left = openCostPaise(position);
    // The last part takes all that is left, so nothing is lost by rounding.
    const released = Number(mulDiv(BigInt(left), BigInt(part.quantity), BigInt(position.quantity), 'half_up'));
    const gainPaise = signOf(position.direction) * (part.valuePaise - released);
    account.cashPaise += account.isDelivery ? part.valuePaise : gainPaise;
    if (account.isDelivery) base.soldOn = account.dateOf(part.at);
    position.quantity -= part.quantity;
    position.amounts = {
      ...amounts,
      releasedPaise: amounts.releasedPaise + released,
      exitedPaise: amounts.exitedPaise + part.valuePaise,
      exitChargesPaise: amounts.exitChargesPaise + part.chargesPaise,
    };
    if (position.quantity === 0) this.#close(base, position, { intent, at: part.at });
  }

  #close(base: BaseRun, position: MutablePosition, { intent, at }: { intent: OrderIntent; at: number }): void {
    const { enteredQuantity, enteredPaise, exitedPaise, exitChargesPaise } = amountsOf(position);
    // Over a demerger the price held against is not what was paid: the trade tells of the money.
    position.entryPaise = averagePaise(enteredPaise, enteredQuantity);
    this.#keeper.close(base, position, {
      intent,
      quantity: enteredQuantity,
      exitAt: at,
      exitPaise: averagePaise(exitedPaise, enteredQuantity),
      grossPaise: signOf(position.direction) * (exitedPaise - enteredPaise),
      chargesPaise: position.entryChargesPaise + exitChargesPaise,
    });
  }
}

export function amountsOf({ amounts }: MutablePosition): NonNullable<MutablePosition['amounts']> {
  if (!amounts) throw new Error('a position that is left whole has no amounts');
  return amounts;
}

/** Of a position that was entered whole and of which nothing has left yet. */
export function wholeAmounts({ quantity, entryPaise }: MutablePosition): NonNullable<MutablePosition['amounts']> {
  const enteredPaise = quantity * entryPaise;
  return { enteredQuantity: quantity, enteredPaise, releasedPaise: 0, exitedPaise: 0, exitChargesPaise: 0 };
}

/** Whole paise for a unit, half up. */
export function averagePaise(valuePaise: number, quantity: number): number {
  return Number(mulDiv(BigInt(valuePaise), 1n, BigInt(quantity), 'half_up'));
}
