import { formatPaise } from '@trickdesk/domain';
import type { StrategyDefinition } from '../definition/schema.ts';
import { parseExpression } from '../expression/index.ts';
import type { Decision, DecisionRule, VetoRule } from '../run/types.ts';
import { type ConditionSpeaker, conditionSpeaker } from './condition-words.ts';

const VETO_WORDS: Readonly<Record<VetoRule, string>> = {
  outside_session: 'entries are not allowed at this time',
  max_trades_per_day: "the day's number of trades is used up",
  max_loss_per_day: "the day's loss limit is reached",
  max_open_positions: 'as many positions as allowed are open or on their way',
  cooldown: 'it waits after its last exit',
  base_disabled: 'this instrument is switched off',
  already_in_position: 'a position is already open',
  quantity_zero: 'the amount does not buy one lot',
  not_enough_cash: 'the cash at hand does not pay for it',
  missed_bar: 'the bar closed while nothing was running',
  stopped: 'new entries are stopped',
  short_delivery: 'shares cannot be sold short for delivery',
  level_unknown: 'what its stop, its target or its size is measured by has no value at this bar',
  level_beyond_price: 'the stop or the target lies on the wrong side of the price',
  account_loss: "the account's loss limit for the day is reached",
  account_trades: "the account's number of trades for the day is used up",
  account_gross: "all positions of the account together would be larger than the account's limit",
  account_net: "bought and sold positions of the account would differ by more than the account's limit",
  account_margin: "it would use more margin than the account's limit allows",
  order_rate: 'too many orders were sent within a short time',
  risk_lock: 'the account is locked against new entries',
  kill_switch: 'the kill switch is on',
  feed_silent: 'no prices are coming in',
  stale_price: 'the last price of this instrument is too old',
  price_jump: 'the price jumped further than can be trusted',
  broker_session: 'the broker is not signed in',
  order_unclear: 'the broker has not said clearly what became of an earlier order',
  broker_refused: 'the broker refused the order',
};

const EXIT_WORDS: Readonly<Record<Exclude<DecisionRule, 'entry' | 'exit'>, string>> = {
  stop: 'the stop loss was reached',
  target: 'the target was reached',
  trailing: 'the trailing stop was reached',
  square_off: 'intraday positions end at this time',
  max_hold: 'the longest holding time is over',
  owner_exit: 'you asked to exit',
  end_of_data: 'the data ends here',
  risk: 'a risk limit was reached',
  kill_switch: 'the kill switch was pulled',
  broker: 'it was closed at the broker, and not by the trick',
  by_hand: 'an order by hand closed it, and not the trick',
  ex_date: 'less than one whole share would be left of it on the ex-date',
};

/**
 * One decision as a sentence: “Bought 40 SBIN at 612.35: EMA 20 (611.90) crossed above EMA 50 (611.84); 20 % of ₹1,00,000.00.”
 * The price is the one decided on; what it was filled at is the fill's to say.
 */
export function explainDecision(decision: Decision, definition: StrategyDefinition): string {
  const known = explained.get(definition) ?? { explain: createExplainer(definition), said: new WeakMap() };
  explained.set(definition, known);
  const sentence = known.said.get(decision) ?? known.explain(decision);
  known.said.set(decision, sentence);
  return sentence;
}

interface Explained {
  readonly explain: (decision: Decision) => string;
  readonly said: WeakMap<Decision, string>;
}

/**
 * An order that leaves waits for these words: a run's conditions are read once, and what is told of one decision in
 * several places is put into words once.
 */
const explained = new WeakMap<StrategyDefinition, Explained>();

/** The same for many decisions of one strategy: each condition is read once. */
export function createExplainer(definition: StrategyDefinition): (decision: Decision) => string {
  const speakers = new Map<string, ConditionSpeaker>();
  const speakerOf = (condition: string): ConditionSpeaker => {
    const known = speakers.get(condition);
    if (known) return known;
    const parsed = parseExpression(condition);
    const speaker = parsed.ok ? conditionSpeaker(parsed.tree) : () => [condition];
    speakers.set(condition, speaker);
    return speaker;
  };
  return (decision) => sentenceOf(decision, definition, reasonsOf(decision, speakerOf));
}

function sentenceOf(decision: Decision, definition: StrategyDefinition, because: readonly string[]): string {
  const price = plainRupees(decision.pricePaise);
  const reasons = [...because, ...sizingReasons(decision, definition)].join('; ');
  if (decision.action === 'veto') {
    const why = decision.veto === undefined ? 'a rule forbids it' : vetoWords(decision.veto, definition);
    const fired = reasons === '' ? '' : ` Its rule had come true: ${reasons}.`;
    const because = decision.note === undefined ? why : `${why} (“${decision.note}”)`;
    return decision.direction === 'long'
      ? `Did not buy ${decision.symbol} at ${price}: ${because}.${fired}`
      : `Did not sell short ${decision.symbol} at ${price}: ${because}.${fired}`;
  }
  return deedWords(decision, price, reasons);
}

function deedWords({ action, direction, quantity, symbol }: Decision, price: string, reasons: string): string {
  const what = `${quantity} ${symbol}`;
  if (action === 'enter') {
    return direction === 'long'
      ? `Bought ${what} at ${price}: ${reasons}.`
      : `Sold short ${what} at ${price}: ${reasons}.`;
  }
  return direction === 'long'
    ? `Sold ${what} at ${price}: ${reasons}.`
    : `Bought back ${what} at ${price}: ${reasons}.`;
}

function reasonsOf(decision: Decision, speakerOf: (condition: string) => ConditionSpeaker): string[] {
  const { rule, condition, note } = decision;
  if (rule === 'square_off' && note !== undefined) return [EXIT_WORDS[rule], note];
  if (rule !== 'entry' && rule !== 'exit') return [EXIT_WORDS[rule]];
  if (condition !== undefined) return speakerOf(condition)(decision.operands);
  // Its rule has spoken once already: what an entry brought later goes by the same word.
  return rule === 'exit' ? ['these were bought after the exit had been decided, and go with it'] : [];
}

/** What the rule asks for, what its owner multiplies that by, and what cash has left of both. */
function sizingReasons({ sizing, quantity }: Decision, definition: StrategyDefinition): string[] {
  if (!sizing) return [];
  const { times, wantedQuantity } = sizing;
  return [
    sizeRuleWords(sizing, definition),
    ...(times === undefined ? [] : [`at ${times} times its quantity`]),
    ...(wantedQuantity === undefined ? [] : [`the cash at hand pays for ${quantity} of ${wantedQuantity}`]),
  ];
}

function sizeRuleWords(sizing: NonNullable<Decision['sizing']>, { sizing: rule }: StrategyDefinition): string {
  switch (rule.method) {
    case 'fixed_quantity':
      return 'fixed quantity';
    case 'capital_share':
      return `${rule.percent} % of ${formatPaise(sizing.capitalPaise)}`;
    case 'risk_per_trade':
      return `risk ${rule.percent} % of ${formatPaise(sizing.capitalPaise)}`;
    case 'volatility_target':
      return `${rule.percent} % of ${formatPaise(sizing.capitalPaise)} a year, at a volatility of ${sizing.volatilityPercent} %`;
  }
}

/** Why an entry was refused, as a phrase within a sentence. */
export function vetoWords(veto: VetoRule, { risk, session }: StrategyDefinition): string {
  const words = VETO_WORDS[veto];
  if (veto === 'outside_session') return `${words} (${session.entryFrom} to ${session.entryTo})`;
  if (veto === 'cooldown' && risk.cooldownBars !== undefined) return `${words} (${risk.cooldownBars} bars)`;
  return words;
}

function plainRupees(paise: number): string {
  return formatPaise(paise).replace('₹', '');
}
