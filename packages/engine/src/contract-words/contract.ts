import { formatPaise } from '@trickdesk/domain';
import type { StrategyDefinition } from '../definition/schema.ts';
import type { RunSettings } from '../run/types.ts';
import { mostEntriesPerDay, mostHeldPaise, mostOrdersPerDay, outByTime } from './bounds.ts';
import { type ChargedRecord, chargesAt, daysAt, type ScaledDay } from './scaled-charges.ts';

/** What a back-test of the same version said. Whole paise, after charges. */
export interface ModelledRecord extends ChargedRecord {
  /** What it was run with, at one time the quantity. */
  readonly capitalPaise: number;
  /** Change of the account's value on each day, oldest first. */
  readonly days: readonly { readonly date: string; readonly resultPaise: number }[];
}

export interface ContractFacts {
  readonly definition: StrategyDefinition;
  readonly settings: RunSettings;
  /** Absent where no back-test of this version is there. */
  readonly modelled?: ModelledRecord | undefined;
  /** Its owner may not be told what trades would have brought: only what they cost, and what limits a loss. */
  readonly hidesResults?: boolean;
  /** Where the stop at the broker lies if the strategy has none, percent of the entry price. */
  readonly disasterStopPercent: number;
}

/** What going live means, in figures and in sentences. Money in whole paise. */
export interface StrategyContract {
  readonly mostHeldPaise: number;
  readonly mostEntriesPerDay: number;
  readonly mostOrdersPerDay: number;
  /**
   * The worst day of the back-test for the capital and quantity now set, 0 or negative; absent without a back-test, and
   * where results are hidden.
   */
  readonly worstDayPaise?: number;
  readonly worstDayDate?: string;
  /** Trades of that day are not at hand, and the back-test ran with less or more. */
  readonly worstDayEstimated?: true;
  /**
   * What worst day and charges were worked out for, where the back-test ran with less or more; without a capital where
   * the size of trades does not go by it.
   */
  readonly scaledTo?: { readonly capitalPaise?: number; readonly quantityMultiplier: number };
  readonly modelledDays: number;
  readonly modelledTrades: number;
  /** `HH:MM`; absent where positions are carried over night. */
  readonly outBy?: string;
  readonly chargesPerMonthPaise?: number;
  readonly stopAtBroker: 'own' | 'disaster';
  readonly sentences: readonly string[];
}

/** Fewer modelled days than this say little about a bad one. */
export const FEW_DAYS = 60;
const SESSIONS_OF_A_MONTH = 21;

/** The contract of one deployment, as its owner reads and acknowledges it before real orders are placed. */
export function contractOf(facts: ContractFacts): StrategyContract {
  const { definition, settings, modelled } = facts;
  const figures = {
    mostHeldPaise: mostHeldPaise(definition, settings),
    mostEntriesPerDay: mostEntriesPerDay(definition, settings),
    mostOrdersPerDay: mostOrdersPerDay(definition, settings),
    ...worstDay(facts),
    ...scaledTo(facts),
    modelledDays: modelled?.days.length ?? 0,
    modelledTrades: modelled?.trades ?? 0,
    ...outBy(definition, settings),
    ...chargesPerMonth(facts),
    stopAtBroker: hasOwnStop(definition) ? ('own' as const) : ('disaster' as const),
  };
  return { ...figures, sentences: sentencesOf(facts, figures) };
}

type Figures = Omit<StrategyContract, 'sentences'>;

/** From the capital and the quantity of the back-test to those that are set now. */
function scaleOf({ definition, settings, modelled }: ContractFacts): number {
  const { capitalPaise, quantityMultiplier } = settings;
  if (definition.sizing.method === 'fixed_quantity') return quantityMultiplier;
  return modelled && modelled.capitalPaise > 0 ? (capitalPaise / modelled.capitalPaise) * quantityMultiplier : 0;
}

function scaledTo(facts: ContractFacts): Pick<Figures, 'scaledTo'> {
  const { definition, settings, modelled } = facts;
  if (!modelled || modelled.days.length === 0 || scaleOf(facts) === 1) return {};
  const { capitalPaise, quantityMultiplier } = settings;
  if (definition.sizing.method === 'fixed_quantity') return { scaledTo: { quantityMultiplier } };
  return { scaledTo: { capitalPaise, quantityMultiplier } };
}

/** By the size that is set: with smaller orders, which pay more of their value, it may be another day. */
function worstDay(facts: ContractFacts): Pick<Figures, 'worstDayPaise' | 'worstDayDate' | 'worstDayEstimated'> {
  const { modelled, hidesResults, definition } = facts;
  if (!modelled || hidesResults) return {};
  const [first, ...others] = daysAt(scaleOf(facts), definition.product, modelled);
  if (!first) return {};
  const lower = (a: ScaledDay, b: ScaledDay): ScaledDay => (b.resultPaise < a.resultPaise ? b : a);
  const { resultPaise, date, isEstimate } = others.reduce(lower, first);
  if (resultPaise >= 0) return { worstDayPaise: 0 };
  const figures = { worstDayPaise: Math.floor(resultPaise), worstDayDate: date };
  return isEstimate ? { ...figures, worstDayEstimated: true } : figures;
}

function outBy(definition: StrategyDefinition, settings: RunSettings): Pick<Figures, 'outBy'> {
  const time = outByTime(definition, settings);
  return time === undefined ? {} : { outBy: time };
}

function chargesPerMonth(facts: ContractFacts): Pick<Figures, 'chargesPerMonthPaise'> {
  const { definition, modelled } = facts;
  if (!modelled || modelled.days.length === 0) return {};
  const perDay = chargesAt(scaleOf(facts), definition.product, modelled) / modelled.days.length;
  return { chargesPerMonthPaise: Math.ceil(perDay * SESSIONS_OF_A_MONTH) };
}

function hasOwnStop({ risk }: StrategyDefinition): boolean {
  return risk.stopLoss !== undefined || risk.trailing !== undefined;
}

function sentencesOf(facts: ContractFacts, figures: Figures): string[] {
  return [
    heldSentence(facts, figures),
    ordersSentence(figures),
    worstDaySentence(facts, figures),
    ...lossLimitSentence(facts),
    outSentence(facts, figures),
    stopSentence(facts),
    chargesSentence(figures),
  ];
}

function heldSentence({ definition }: ContractFacts, { mostHeldPaise: most }: Figures): string {
  const { direction, instruments, product } = definition;
  const symbols = instruments.map(({ symbol }) => symbol).join(', ');
  const deed = {
    long: `Buys ${symbols}`,
    short: `Sells short ${symbols}`,
    both: `Buys or sells short ${symbols}`,
  }[direction];
  const margin = product === 'INTRADAY' ? ', a part of it with money that the broker lends for the day' : '';
  return `${deed} for up to ${formatPaise(most)} at a time${margin}; gains and losses move this with its capital.`;
}

function ordersSentence({ mostOrdersPerDay: orders, mostEntriesPerDay: entries }: Figures): string {
  return `Sends at most ${count(orders, 'order')} a day, the stops among them, for at most ${count(entries, 'new position')}.`;
}

/** What figures of a back-test were worked out for. */
function scaleWords({ capitalPaise, quantityMultiplier: times }: NonNullable<Figures['scaledTo']>): string {
  if (capitalPaise === undefined) return `at ${times} times its quantity`;
  const capital = formatPaise(capitalPaise);
  return times === 1 ? `with a capital of ${capital}` : `with a capital of ${capital}, at ${times} times its quantity`;
}

function worstDaySentence({ hidesResults }: ContractFacts, figures: Figures): string {
  const { worstDayPaise, worstDayDate, worstDayEstimated, modelledDays, scaledTo } = figures;
  const days = count(modelledDays, 'day');
  if (hidesResults && modelledDays > 0)
    return 'What a bad day of the back-test cost is shown to verified clients only.';
  if (worstDayPaise === undefined) return 'No back-test says yet what a bad day costs.';
  const few = modelledDays < FEW_DAYS ? ` That is too few days to know a bad one.` : '';
  if (worstDayDate === undefined) return `The back-test over ${days} had no losing day.${few}`;
  const cost = formatPaise(-worstDayPaise);
  if (scaledTo === undefined)
    return `The worst day of the back-test over ${days} cost ${cost}; a worse one can come.${few}`;
  const basis = scaleWords(scaledTo);
  if (worstDayEstimated)
    return `The worst day of the back-test over ${days} would have cost about ${cost} (${basis}): not all of its trades are at hand. A worse one can come.${few}`;
  return `The worst day of the back-test over ${days} would have cost ${cost} (${basis}); a worse one can come.${few}`;
}

function lossLimitSentence({ definition, settings }: ContractFacts): string[] {
  const limits = [definition.risk.maxLossPerDayPaise, settings.maxLossPerDayPaise].filter(
    (paise) => paise !== undefined,
  );
  if (limits.length === 0) return [];
  const limit = formatPaise(Math.min(...limits));
  // What daily bars decide is filled at an opening, when that day has lost nothing yet.
  if (definition.interval === '1d') return [`Opens nothing at the opening after a day that has lost ${limit}.`];
  return [`Opens nothing more on a day that has lost ${limit}; what is held then may lose further.`];
}

/** What is sold short leaves by a purchase. */
function outSentence({ definition: { direction } }: ContractFacts, { outBy: time }: Figures): string {
  if (time === undefined) return 'May carry positions over night and over weekends.';
  switch (direction) {
    case 'long':
      return `Is out by ${time}: what it holds then is sold at the next price.`;
    case 'short':
      return `Is out by ${time}: what it has sold short then is bought back at the next price.`;
    case 'both':
      return `Is out by ${time}: what it holds then is sold, and what it has sold short is bought back, at the next price.`;
  }
}

function stopSentence({ definition, disasterStopPercent }: ContractFacts): string {
  const whose = hasOwnStop(definition)
    ? 'Its stop rests at the broker'
    : `It has no stop of its own: one ${disasterStopPercent} % from the entry rests at the broker`;
  const night =
    definition.product === 'DELIVERY' ? ' It is set again each morning; over night nothing rests there.' : '';
  return `${whose} while the market is open.${night}`;
}

function chargesSentence({ chargesPerMonthPaise, modelledTrades, scaledTo }: Figures): string {
  if (chargesPerMonthPaise === undefined) return 'No back-test says yet what charges it pays.';
  const about = formatPaise(chargesPerMonthPaise);
  const trades = count(modelledTrades, 'trade');
  if (scaledTo === undefined) return `Pays about ${about} of charges a month, as the ${trades} of the back-test did.`;
  return `Pays about ${about} of charges a month, as the ${trades} of the back-test would (${scaleWords(scaledTo)}).`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
