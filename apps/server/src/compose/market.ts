import { createCalendar, type MarketCalendar, NSE_CALENDAR } from '@trickdesk/domain';
import { createMarketData, type MarketDataService } from '../features/market-data/index.ts';
import { SettingsError } from '../platform/settings.ts';
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
  readonly brokerUrl: string | undefined;
  readonly brokerFeedUrl: string | undefined;
  readonly brokerMasterUrl: string | undefined;
}

/** @throws SettingsError */
export function readMarketSettings(
  settings: Foundation['settings'],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): MarketSettings {
  const calendar = createCalendar(NSE_CALENDAR);
  if (settings.market === 'angelone') {
    const place = { brokerUrl: undefined, brokerFeedUrl: undefined, brokerMasterUrl: undefined };
    return { dataset: 'angelone', simulated: false, speed: 1, calendar, ...place };
  }
  const read = new SettingsReader(environment);
  const url = read.url('SIM_URL', settings.simulator.url, ['http:', 'https:']);
  if (read.problems.length > 0) throw new SettingsError(read.problems);
  const source = sourceName(read.text('SIM_SOURCE') ?? 'synthetic');
  return {
    dataset: source === 'synthetic' ? `simulator:synthetic:${settings.simulator.seed}` : `simulator:${source}:0`,
    simulated: true,
    speed: settings.simulator.speed,
    calendar,
    brokerUrl: url,
    brokerFeedUrl: `${url.replace(/^http/, 'ws')}/smart-stream`,
    brokerMasterUrl: `${url}/OpenAPI_File/files/OpenAPIScripMaster.json`,
  };
}

/** The last part of a replay's path, without signs that structure a dataset's name. */
function sourceName(source: string): string {
  const last = source.split(/[\\/]/).findLast((part) => part !== '') ?? source;
  return last.replaceAll(':', '-');
}

/** The one way in which every role reads prices. */
export function createMarket(foundation: Foundation): MarketDataService {
  const { dataset, simulated, speed, calendar } = readMarketSettings(foundation.settings);
  return createMarketData({ db: foundation.database, clock: foundation.clock, dataset, simulated, speed, calendar });
}
