import type { Migration } from 'kysely/migration';
import { first } from './0001-first.ts';
import { feedSession } from './0002-feed-session.ts';
import { listsByTime } from './0003-lists-by-time.ts';
import { liveOrders } from './0004-live-orders.ts';
import { goingLive } from './0005-going-live.ts';
import { marketCalendar } from './0006-market-calendar.ts';
import { toldLater } from './0007-told-later.ts';
import { handExit } from './0008-hand-exit.ts';
import { crossedSpread } from './0009-crossed-spread.ts';
import { openingFunds } from './0010-opening-funds.ts';
import { demoHistory } from './0011-demo-history.ts';
import { versionFacts } from './0012-version-facts.ts';
import { orderQuote } from './0013-order-quote.ts';
import { listsByColumn } from './0014-lists-by-column.ts';
import { totalsByIndex } from './0015-totals-by-index.ts';
import { backtests } from './0016-backtests.ts';
import { ownStrategies } from './0017-own-strategies.ts';
import { sweeps } from './0018-sweeps.ts';
import { backtestsOfDefinitions } from './0019-backtests-of-definitions.ts';
import { corporateActions } from './0020-corporate-actions.ts';
import { ledger } from './0021-ledger.ts';
import { personalDetails } from './0022-personal-details.ts';
import { kyc } from './0023-kyc.ts';
import { secondFactor } from './0024-second-factor.ts';
import { mail } from './0025-mail.ts';
import { audit } from './0026-audit.ts';
import { billing } from './0027-billing.ts';
import { rewards } from './0028-rewards.ts';
import { withdrawals } from './0029-withdrawals.ts';
import { operatorsQueues } from './0030-operators-queues.ts';
import { team } from './0031-team.ts';
import { ownData } from './0032-own-data.ts';
import { refusedRewards } from './0033-refused-rewards.ts';
import { announcedPrices } from './0034-announced-prices.ts';
import { entriesAtOnce } from './0035-entries-at-once.ts';
import { tickets } from './0036-tickets.ts';
import { baskets } from './0037-baskets.ts';
import { research } from './0038-research.ts';
import { robo } from './0039-robo.ts';
import { alertChannels } from './0040-alert-channels.ts';
import { deskSwitch } from './0041-desk-switch.ts';
import { trackRecords } from './0042-track-records.ts';
import { publications } from './0043-publications.ts';
import { basketDesk } from './0044-basket-desk.ts';
import { accountLanguage } from './0045-account-language.ts';
import { unfinishedOrders } from './0046-unfinished-orders.ts';
import { dayBeforeRun } from './0047-day-before-run.ts';
import { ordersOfADay } from './0048-orders-of-a-day.ts';
import { unitsOfLastPrices } from './0049-units-of-last-prices.ts';
import { settingsOfARun } from './0050-settings-of-a-run.ts';
import { ordersOfBaskets } from './0051-orders-of-baskets.ts';
import { endedBasketRuns } from './0052-ended-basket-runs.ts';

/** Every migration of the product's database by name; names sort in the order in which they run. */
export const migrations: Record<string, Migration> = {
  '0001-first': first,
  '0002-feed-session': feedSession,
  '0003-lists-by-time': listsByTime,
  '0004-live-orders': liveOrders,
  '0005-going-live': goingLive,
  '0006-market-calendar': marketCalendar,
  '0007-told-later': toldLater,
  '0008-hand-exit': handExit,
  '0009-crossed-spread': crossedSpread,
  '0010-opening-funds': openingFunds,
  '0011-demo-history': demoHistory,
  '0012-version-facts': versionFacts,
  '0013-order-quote': orderQuote,
  '0014-lists-by-column': listsByColumn,
  '0015-totals-by-index': totalsByIndex,
  '0016-backtests': backtests,
  '0017-own-strategies': ownStrategies,
  '0018-sweeps': sweeps,
  '0019-backtests-of-definitions': backtestsOfDefinitions,
  '0020-corporate-actions': corporateActions,
  '0021-ledger': ledger,
  '0022-personal-details': personalDetails,
  '0023-kyc': kyc,
  '0024-second-factor': secondFactor,
  '0025-mail': mail,
  '0026-audit': audit,
  '0027-billing': billing,
  '0028-rewards': rewards,
  '0029-withdrawals': withdrawals,
  '0030-operators-queues': operatorsQueues,
  '0031-team': team,
  '0032-own-data': ownData,
  '0033-refused-rewards': refusedRewards,
  '0034-announced-prices': announcedPrices,
  '0035-entries-at-once': entriesAtOnce,
  '0036-tickets': tickets,
  '0037-baskets': baskets,
  '0038-research': research,
  '0039-robo': robo,
  '0040-alert-channels': alertChannels,
  '0041-desk-switch': deskSwitch,
  '0042-track-records': trackRecords,
  '0043-publications': publications,
  '0044-basket-desk': basketDesk,
  '0045-account-language': accountLanguage,
  '0046-unfinished-orders': unfinishedOrders,
  '0047-day-before-run': dayBeforeRun,
  '0048-orders-of-a-day': ordersOfADay,
  '0049-units-of-last-prices': unitsOfLastPrices,
  '0050-settings-of-a-run': settingsOfARun,
  '0051-orders-of-baskets': ordersOfBaskets,
  '0052-ended-basket-runs': endedBasketRuns,
};
