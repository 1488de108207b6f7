import {
  type CompiledStrategy,
  compileStrategy,
  parseDefinition,
  type RunConfig,
  type RunSettings,
  type RunState,
} from '@trickdesk/engine';
import type { MarketDataService, StoredInstrument } from '../../market-data/index.ts';
import { baseFactsOf } from '../../strategies/index.ts';
import type { RunnableRecord } from './store.ts';

/** @throws Error when the stored definition is not one: it was checked when it was saved */
export function compileRecord(record: Pick<RunnableRecord, 'definition' | 'version'>): CompiledStrategy {
  const parsed = parseDefinition(record.definition);
  if (!parsed.ok)
    throw new Error(`version ${record.version} of a strategy cannot be read: ${parsed.errors[0]?.message}`);
  return compileStrategy(parsed.definition, {}, `v${record.version}`);
}

/** @throws Error when one of them was never heard of */
export async function findInstruments(
  marketData: Pick<MarketDataService, 'instrument'>,
  strategy: CompiledStrategy,
): Promise<StoredInstrument[]> {
  return Promise.all(strategy.definition.instruments.map((ref) => found(marketData, ref)));
}

/**
 * The instruments that its conditions read, in the order of `CompiledStrategy.sources`.
 *
 * @throws Error when one of them was never heard of
 */
export async function findSources(
  marketData: Pick<MarketDataService, 'instrument'>,
  { sources }: CompiledStrategy,
): Promise<StoredInstrument[]> {
  return Promise.all(sources.map((symbol) => found(marketData, { exchange: 'NSE', symbol })));
}

async function found(
  marketData: Pick<MarketDataService, 'instrument'>,
  { exchange, symbol }: { readonly exchange: string; readonly symbol: string },
): Promise<StoredInstrument> {
  const instrument = await marketData.instrument(exchange, symbol);
  if (!instrument) throw new Error(`${symbol} is not listed on ${exchange}`);
  return instrument;
}

export interface RunConfigFacts {
  readonly record: RunnableRecord;
  readonly strategy: CompiledStrategy;
  readonly instruments: readonly StoredInstrument[];
  readonly calendar: RunConfig['calendar'];
  readonly slippageBps: number;
  readonly execution: 'simulated' | 'external';
}

export type SettingsColumns = Pick<
  RunnableRecord,
  'capital_paise' | 'quantity_multiplier' | 'max_loss_per_day_paise' | 'max_trades_per_day' | 'square_off_minute'
>;

/** What an owner has set of how a deployment trades. */
export function settingsOf(deployment: SettingsColumns): RunSettings {
  const { max_loss_per_day_paise: maxLoss, max_trades_per_day: maxTrades, square_off_minute: squareOff } = deployment;
  return {
    capitalPaise: Number(deployment.capital_paise),
    quantityMultiplier: deployment.quantity_multiplier,
    ...(maxLoss === null ? {} : { maxLossPerDayPaise: Number(maxLoss) }),
    ...(maxTrades === null ? {} : { maxTradesPerDay: maxTrades }),
    ...(squareOff === null ? {} : { squareOffMinute: squareOff }),
  };
}

/** What was set when the run began, as `insertRun` wrote it; nothing of it is changed while it goes on. */
export function runSettingsOf(record: RunnableRecord): RunSettings {
  return (record.settings as RunSettings | null) ?? settingsOf(record);
}

/** Definition, settings of the owner and the market's facts, as the engine takes them. */
export function runConfigOf(facts: RunConfigFacts): RunConfig {
  const { record, strategy, instruments, calendar, slippageBps, execution } = facts;
  return {
    strategy,
    bases: instruments.map((instrument) =>
      baseFactsOf(instrument, !record.disabled_symbols.includes(instrument.symbol)),
    ),
    settings: runSettingsOf(record),
    // Written by `insertRun`.
    ...(record.day_before === null ? {} : { dayBefore: record.day_before as RunState['day'] }),
    calendar,
    costs: 'angelone',
    slippageBps,
    execution,
  };
}
