import { createCalendar, type MarketCalendar, NSE_CALENDAR } from '@trickdesk/domain';
import { createMarketData, type MarketDataService } from '../features/market-data/index.ts';
import { SettingsReader } from '../platform/settings-reader.ts';
import type { Foundation } from './foundation.ts';

/** Which market this process reads or feeds. */
export interface MarketSettings {
  /** Names the world that prices are from, in every table that holds prices. */
  readonly dataset: string;
  readonly simulated: boolean;
  /** Market seconds that pass in one second. */
  readonly speed: number;
  readonly calendar: MarketCalendar;
}

/** @param environment where `SIM_SOURCE` names what the simulator plays */
export function readMarketSettings(
  settings: Foundation['settings'],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): MarketSettings {
  const calendar = createCalendar(NSE_CALENDAR);
  if (settings.market === 'angelone') return { dataset: 'angelone', simulated: false, speed: 1, calendar };
  const { seed, speed } = settings.simulator;
  const source = sourceName(new SettingsReader(environment).text('SIM_SOURCE') ?? 'synthetic');
  const dataset = source === 'synthetic' ? `simulator:synthetic:${seed}` : `simulator:${source}:0`;
  return { dataset, simulated: true, speed, calendar };
}

/** The last part of a replay's path, without signs that structure a dataset's name. */
function sourceName(source: string): string {
  const last = source.split(/[\\/]/).findLast((part) => part !== '') ?? source;
  return last.replaceAll(':', '-');
}

const opened = new WeakMap<Foundation['database'], MarketDataService>();

/** The one way in which every role reads prices. Roles of one process share it, and with it the candles that it keeps. */
export function createMarket({ settings, database: db, clock }: Foundation): MarketDataService {
  const known = opened.get(db);
  if (known) return known;
  const { dataset, simulated, speed, calendar } = readMarketSettings(settings);
  const market = createMarketData({ db, clock, dataset, simulated, speed, calendar });
  opened.set(db, market);
  return market;
}
