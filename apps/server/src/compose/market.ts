import { createCalendar, type MarketCalendar, NSE_CALENDAR } from '@trickdesk/domain';
import {
  createMarketData,
  createStoredCalendar,
  type MarketDataService,
  REAL_DATASET,
  type StoredCalendar,
} from '../features/market-data/index.ts';
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
  if (settings.market === 'angelone') return { dataset: REAL_DATASET, simulated: false, speed: 1, calendar };
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

interface Opened {
  readonly market: MarketDataService;
  readonly calendar: StoredCalendar;
}
const opened = new WeakMap<Foundation['database'], Opened>();
/** How late a change of the calendar's rows is noticed by a process that asks for nothing else. */
const CALENDAR_EVERY_MS = 30_000;

/** The one way in which every role reads prices. Roles of one process share it, and with it the candles that it keeps. */
export function createMarket(foundation: Foundation): MarketDataService {
  return open(foundation).market;
}

/** The exchange's calendar as its rows say. */
export function createMarketCalendar(foundation: Foundation): StoredCalendar {
  return open(foundation).calendar;
}

function open(foundation: Foundation): Opened {
  const { settings, database: db, clock, log } = foundation;
  const known = opened.get(db);
  if (known) return known;
  const { dataset, simulated, speed } = readMarketSettings(settings);
  const calendar = createStoredCalendar(db);
  const market = createMarketData({
    ...{ db, clock, dataset, simulated, speed },
    // The simulated exchange trades until its session ends.
    calendar: simulated ? wholeSessions(calendar) : calendar,
    refreshCalendar: calendar.refresh,
  });
  const look = (): void => {
    calendar.refresh().catch((error: unknown) => {
      log.warn({ error }, 'the calendar could not be read again; the one of before holds');
    });
  };
  // It ends with its process: nobody waits for it, and it waits for nobody.
  setInterval(look, CALENDAR_EVERY_MS).unref();
  opened.set(db, { market, calendar });
  return { market, calendar };
}

function wholeSessions({ hoursOf: _hours, ...calendar }: StoredCalendar): MarketCalendar {
  return calendar;
}
