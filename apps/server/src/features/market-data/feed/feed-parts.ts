import type { BrokerSessions, MarketData, MarketFeeds } from '@trickdesk/brokers';
import type { Bus, Database } from '@trickdesk/db';
import type { EpochMs, MarketCalendar } from '@trickdesk/domain';
import type { Log } from '../../../platform/log.ts';
import type { BrokerSession, FeedAccount, TokenKeep } from './broker-session.ts';

/** The broker, as far as the feed needs it. */
export interface FeedBroker extends MarketFeeds {
  readonly sessions: BrokerSessions;
  readonly marketData: (access: NonNullable<ReturnType<BrokerSession['access']>>, user?: string) => MarketData;
}

export interface FeedSettings {
  readonly dataset: string;
  readonly simulated: boolean;
  /** Market seconds in one second. */
  readonly speed: number;
  readonly account: FeedAccount;
  /** The exchange's table of sessions. */
  readonly calendar: MarketCalendar;
  /** How long a tick waits for earlier ones, in the exchange's milliseconds. */
  readonly latenessMs: number;
  /** Silence of the whole feed, in the exchange's milliseconds within a session, that counts as a gap. */
  readonly gapMs: number;
  readonly dailyDays: number;
  readonly minuteDays: number;
  /** Symbols whose history is fetched first. */
  readonly first: readonly string[];
}

export interface FeedParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly broker: FeedBroker;
  readonly settings: FeedSettings;
  readonly keep: TokenKeep;
  readonly now: () => EpochMs;
  readonly log: Log;
  /** Ends the run. */
  readonly signal: AbortSignal;
}
