import { type Account, wholeLots } from './account.ts';
import type { BaseRun } from './base-run.ts';
import type { EntryMoment } from './entry-rules.ts';
import { levelPaise } from './levels.ts';
import { entrySideOf } from './prices.ts';
import type { RunRules } from './run-rules.ts';
import type { Decision, VetoRule } from './types.ts';

export interface SizingOutcome {
  /** What the rule asks for, in whole lots, before cash is looked at; 0 with a veto of its own. */
  readonly quantity: number;
  readonly sizing: NonNullable<Decision['sizing']>;
  readonly veto?: Extract<VetoRule, 'quantity_zero' | 'not_enough_cash'>;
}

/** A quantity by share or by risk may shrink to the cash at hand, but not by more than half: then it is another trade. */
const LEAST_SHARE_OF_WANTED = 0.5;

/**
 * How many units an entry is for.
 *
 * - fixed: as written; vetoed where cash does not pay it all.
 * - share of capital: the value that the share buys; for delivery with its charges inside the share.
 * - risk per trade: what loses the share between the price and the stop.
 * - volatility target: the value whose price moves by the share of the capital in a year, so that calm shares are held
 *   for more and wild ones for less; never for more than the broker would pay with that capital.
 */
export function sizeEntry(entry: EntryMoment): SizingOutcome {
  const { base, direction, pricePaise, closeAt: at } = entry;
  const { account, bases, rules } = entry.parts;
  const capitalPaise = account.capitalPaise(bases);
  const { wanted, amountPaise, volatilityPercent } = wantedQuantity(rules, { account, capitalPaise }, entry);
  const method = rules.sizingMethod;
  const measured = { method, capitalPaise, amountPaise };
  const sizing = volatilityPercent === undefined ? measured : { ...measured, volatilityPercent };
  if (wanted === 0) return { quantity: 0, sizing, veto: 'quantity_zero' };
  const cash = account.availablePaise(bases, base);
  const quantity = account.affordable(base, { side: entrySideOf(direction), pricePaise, at, quantity: wanted }, cash);
  const least = method === 'fixed_quantity' ? wanted : wanted * LEAST_SHARE_OF_WANTED;
  if (quantity === 0 || quantity < least) return { quantity: wanted, sizing, veto: 'not_enough_cash' };
  return { quantity, sizing };
}

function wantedQuantity(
  { sizingMethod, quantity, percent, quantityMultiplier }: RunRules,
  { account, capitalPaise }: { readonly account: Account; readonly capitalPaise: number },
  entry: EntryMoment,
): { readonly wanted: number; readonly amountPaise: number; readonly volatilityPercent?: number } {
  const { base, pricePaise } = entry;
  switch (sizingMethod) {
    case 'fixed_quantity': {
      const wanted = lotsOf(base, quantity * quantityMultiplier);
      return { wanted, amountPaise: wanted * pricePaise };
    }
    case 'capital_share': {
      const amountPaise = Math.floor((capitalPaise * percent * quantityMultiplier) / 100);
      return { wanted: worthOf(account, entry, amountPaise), amountPaise };
    }
    case 'risk_per_trade': {
      const amountPaise = Math.floor((capitalPaise * percent * quantityMultiplier) / 100);
      const { stop } = base.program;
      if (!stop) throw new Error('sizing by risk needs a stop; the definition was not checked');
      const level = levelPaise(
        stop,
        { direction: entry.direction, entryPaise: pricePaise, tickPaise: base.facts.tickPaise },
        'stop',
      );
      const riskPaise = Math.abs(pricePaise - level);
      return { wanted: riskPaise === 0 ? 0 : lotsOf(base, amountPaise / riskPaise), amountPaise };
    }
    case 'volatility_target': {
      const volatilityPercent = base.program.volatilityPercent?.();
      if (volatilityPercent === undefined) throw new Error('the program does not measure volatility');
      const asked = (capitalPaise * percent * quantityMultiplier) / volatilityPercent;
      const amountPaise = Math.floor(Math.min(asked, capitalPaise * account.reach));
      return {
        wanted: worthOf(account, entry, amountPaise),
        amountPaise,
        volatilityPercent: Math.round(volatilityPercent * 1e4) / 1e4,
      };
    }
  }
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
