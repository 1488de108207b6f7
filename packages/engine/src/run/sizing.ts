import { type Account, type WantedEntry, wholeLots } from './account.ts';
import type { BaseRun } from './base-run.ts';
import type { SizingFacts } from './decision-of.ts';
import type { EntryMoment } from './entry-rules.ts';
import { levelPaise } from './levels.ts';
import { entrySideOf } from './prices.ts';
import type { RunRules } from './run-rules.ts';
import type { Mutable, VetoRule } from './types.ts';

/** Filled anew for each signal, in one shape: a back-test sizes ten thousands. */
export interface SizingOutcome {
  /** What the rule asks for, in whole lots, before cash is looked at; 0 with a veto of its own. */
  readonly quantity: number;
  readonly sizing: SizingFacts;
  readonly veto: Extract<VetoRule, 'quantity_zero' | 'not_enough_cash'> | undefined;
}

/** A quantity by share or by risk may shrink to the cash at hand, but not by more than half: then it is another trade. */
const LEAST_SHARE_OF_WANTED = 0.5;

/** Says how many units an entry is for. What it answers is good until it is asked again. */
export class Sizer {
  readonly #sizing: Mutable<SizingFacts>;
  readonly #outcome: Mutable<SizingOutcome>;
  /** Units that the rule asks for where they would be more than the broker pays with all of the capital; otherwise 0. */
  #beyondReach = 0;
  readonly #order: Mutable<WantedEntry> = { side: 'buy', quantity: 0, pricePaise: 0, at: 0.5 };

  constructor({ sizingMethod: method, quantityMultiplier }: Pick<RunRules, 'sizingMethod' | 'quantityMultiplier'>) {
    const times = quantityMultiplier === 1 ? undefined : quantityMultiplier;
    const measured = { volatilityPercent: undefined, times, wantedQuantity: undefined };
    this.#sizing = { method, capitalPaise: 0, amountPaise: 0, ...measured };
    this.#outcome = { quantity: 0, sizing: this.#sizing, veto: undefined };
  }

  /**
   * - fixed: as written; vetoed where cash does not pay it all.
   * - share of capital: the value that the share buys; for delivery with its charges inside the share.
   * - risk per trade: what loses the share between the price and the stop.
   * - volatility target: the value whose price moves by the share of the capital in a year, so that calm shares are held
   *   for more and wild ones for less; never for more than the broker would pay with that capital.
   */
  size(entry: EntryMoment): SizingOutcome {
    const { base, direction, pricePaise, closeAt } = entry;
    const { account, bases, rules } = entry.parts;
    const [outcome, order] = [this.#outcome, this.#order];
    this.#sizing.capitalPaise = account.capitalPaise(bases);
    this.#sizing.wantedQuantity = undefined;
    this.#beyondReach = 0;
    const wanted = this.#wanted(entry);
    outcome.quantity = wanted;
    outcome.veto = wanted === 0 ? 'quantity_zero' : undefined;
    if (wanted === 0) return outcome;
    order.side = entrySideOf(direction);
    order.quantity = wanted;
    order.pricePaise = pricePaise;
    order.at = closeAt;
    const quantity = account.affordable(base, order, account.availablePaise(bases, base));
    const least = rules.sizingMethod === 'fixed_quantity' ? wanted : wanted * LEAST_SHARE_OF_WANTED;
    if (quantity === 0 || quantity < least) {
      outcome.veto = 'not_enough_cash';
      return outcome;
    }
    outcome.quantity = quantity;
    const asked = Math.max(wanted, this.#beyondReach);
    if (quantity < asked) this.#sizing.wantedQuantity = asked;
    return outcome;
  }

  /** Whole lots by the rule; notes the amount that they come from. */
  #wanted(entry: EntryMoment): number {
    const { base, pricePaise } = entry;
    const { account, rules } = entry.parts;
    const sizing = this.#sizing;
    const share = (sizing.capitalPaise * rules.percent * rules.quantityMultiplier) / 100;
    switch (rules.sizingMethod) {
      case 'fixed_quantity': {
        const wanted = lotsOf(base, rules.quantity * rules.quantityMultiplier);
        sizing.amountPaise = wanted * pricePaise;
        return wanted;
      }
      case 'capital_share': {
        sizing.amountPaise = Math.floor(share);
        return worthOf(account, entry, sizing.amountPaise);
      }
      case 'risk_per_trade': {
        sizing.amountPaise = Math.floor(share);
        const riskPaise = riskOf(entry);
        return riskPaise === 0 ? 0 : lotsOf(base, sizing.amountPaise / riskPaise);
      }
      case 'volatility_target': {
        const volatilityPercent = base.program.volatilityPercent?.();
        if (volatilityPercent === undefined) throw new Error('the program does not measure volatility');
        const asked = (sizing.capitalPaise * rules.percent * rules.quantityMultiplier) / volatilityPercent;
        const mostPaise = sizing.capitalPaise * account.reach;
        sizing.amountPaise = Math.floor(Math.min(asked, mostPaise));
        if (asked > mostPaise) this.#beyondReach = lotsOf(base, asked / pricePaise);
        sizing.volatilityPercent = Math.round(volatilityPercent * 1e4) / 1e4;
        return worthOf(account, entry, sizing.amountPaise);
      }
    }
  }
}

/** What a unit loses between the price and the stop. */
function riskOf({ base, direction, pricePaise }: EntryMoment): number {
  const { stop } = base.program;
  if (!stop) throw new Error('sizing by risk needs a stop; the definition was not checked');
  const entry = { direction, entryPaise: pricePaise, tickPaise: base.facts.tickPaise };
  return Math.abs(pricePaise - levelPaise(stop, entry, 'stop'));
}

function lotsOf({ facts }: BaseRun, quantity: number): number {
  return wholeLots(Math.max(0, quantity), facts.lotSize);
}

/** Units that an amount buys; for delivery with their charges. */
function worthOf(
  account: Account,
  { base, direction, pricePaise, closeAt: at }: EntryMoment,
  amountPaise: number,
): number {
  const quantity = lotsOf(base, amountPaise / pricePaise);
  if (!account.isDelivery) return quantity;
  return account.affordable(base, { side: entrySideOf(direction), pricePaise, at, quantity }, amountPaise);
}
