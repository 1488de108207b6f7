import type { Queryable } from '@trickdesk/db';
import { type EpochMs, indiaDateOf, type MarketCalendar } from '@trickdesk/domain';
import {
  boundPaise,
  instrumentsRead,
  type OpenPosition,
  openCostPaise,
  type StrategyDefinition,
  sourcesOf,
} from '@trickdesk/engine';
import type { Clock } from '../../platform/clock.ts';
import type { ReleaseReading } from '../broker-links/index.ts';
import { accountLeaseKey, type LivePolicy, leaseKey, readDefinition, wordOf } from '../deployments/index.ts';
import type { MarketDataService, StoredCalendar } from '../market-data/index.ts';
import { type GuardMarket, readAccountFacts } from '../risk/index.ts';
import type { AccountFacts, BaseFacts, DayFacts, LinkFacts, RunMoney, TrickFacts } from './facts.ts';
import * as store from './store.ts';
import { mayNeedRelease, unreleasedOf } from './unreleased.ts';

export interface ReadinessParts {
  readonly clock: Clock;
  readonly marketData: Pick<MarketDataService, 'dataset' | 'simulated' | 'marketState'> & {
    readonly calendar: MarketCalendar;
  };
  /** Names of closed days, and hours by segment. */
  readonly dayBook: Pick<StoredCalendar, 'nameOf' | 'hoursOf'> & Partial<Pick<StoredCalendar, 'knowsSegments'>>;
  readonly policy: LivePolicy;
  /** The number of a lease's lock, as PostgreSQL knows it. */
  readonly lockOf: (key: string) => string;
  /** What of a broker account waits for its owner's word to the depository; `undefined` where nobody knows. */
  readonly releasesOf: (linkId: number) => Promise<ReleaseReading | undefined>;
}

export interface BoardFacts {
  readonly day: DayFacts;
  readonly account: AccountFacts;
  readonly tricks: readonly TrickFacts[];
}

/** How long a run may stay unclaimed after it was written: runners look for such ones every few seconds. */
const CLAIMED_WITHIN_MS = 10_000;

/** All facts about all tricks of an account: as many statements for a hundred tricks as for one. */
export async function readBoardFacts(db: Queryable, parts: ReadinessParts, accountId: number): Promise<BoardFacts> {
  const day = await readDay(parts);
  const rows = await store.listTricks(db, accountId, day.date);
  const [row, links, exposure, risk, clock] = [
    await store.readAccountRow(db, accountId),
    await store.listLinks(db, accountId, parts.policy.environment),
    await store.listExposure(db, accountId, day.date),
    await readAccountFacts(db, {
      accountId,
      dataset: parts.marketData.dataset,
      day: day.date,
      wallNow: day.wallNow,
    }),
    await store.readClockRow(db, parts.marketData.dataset),
  ];
  const defined = rows.map((trick) => ({ trick, definition: readDefinition(trick.definition) }));
  const symbols = [
    ...new Set(defined.flatMap(({ definition }) => instrumentsRead(definition).map(({ symbol }) => symbol))),
  ];
  const instruments = await store.listInstruments(db, {
    symbols,
    dataset: parts.marketData.dataset,
    sessionOpenAt: new Date(day.session?.openAt ?? day.now ?? day.wallNow),
  });
  const known = new Map(instruments.map((instrument) => [instrument.symbol, instrument]));
  const locks = await store.heldLocks(db, [...new Set(rows.map((trick) => lockOfTrick(parts, trick)))]);
  const linkOf = (id: number | null): LinkFacts | undefined => {
    const link = links.find((each) => each.id === id);
    return link && linkFacts(link);
  };
  const ownExposure = (trick: store.TrickRow) => exposure.filter((each) => each.deployment_id === trick.id);
  const holders = defined.filter(({ trick, definition }) => mayNeedRelease(trick, definition, ownExposure(trick)));
  const releases = await readReleases(parts, holders);
  const { killSwitch, lockedUntil, stoppedDay } = risk.row;
  return {
    day,
    account: {
      isKycVerified: (row?.kyc_verified_at ?? null) !== null,
      isGrantedForDemo: row?.granted_for_demo ?? false,
      isTradeActivated: (row?.trade_activated_at ?? null) !== null,
      killReason: row?.kill_reason ?? undefined,
      switches: { wallNow: day.wallNow, killSwitch, lockedUntil, stoppedForDay: stoppedDay === day.date },
      // Orders of the last minute keep nothing back for longer than it lasts.
      account: { ...risk.facts, ordersLastMinute: 0 },
      limits: risk.limits,
      policy: parts.policy,
    },
    tricks: defined.map(({ trick, definition }) => {
      const own = ownExposure(trick);
      return {
        ...trickColumns(trick, definition),
        link: linkOf(trick.broker_link_id),
        isRunnerAwake:
          locks.has(lockOfTrick(parts, trick)) ||
          (trick.run_updated_at !== null && day.wallNow - trick.run_updated_at.getTime() < CLAIMED_WITHIN_MS),
        bases: definition.instruments.map(({ symbol }) =>
          baseFacts({ symbol, trick, day, clock, row: known.get(symbol), own, parts }),
        ),
        unlistedSources: sourcesOf(definition).filter((symbol) => day.now !== undefined && !known.get(symbol)?.active),
        holdings: own.map(({ symbol, held, resting }) => ({
          symbol,
          heldQuantity: held,
          restingQuantity: resting,
        })),
        unreleased: unreleasedOf(own, releases.get(trick.id)),
      };
    }),
  };
}

/** Asks the broker once for each account with a trick that may have to sell what its owner must release first. */
async function readReleases(
  { releasesOf }: ReadinessParts,
  tricks: readonly { readonly trick: store.TrickRow }[],
): Promise<ReadonlyMap<number, ReleaseReading>> {
  const linkIds = [...new Set(tricks.flatMap(({ trick }) => trick.broker_link_id ?? []))];
  const readings = new Map(await Promise.all(linkIds.map(async (id) => [id, await releasesOf(id)] as const)));
  return new Map(
    tricks.flatMap(({ trick }) => {
      const reading = trick.broker_link_id === null ? undefined : readings.get(trick.broker_link_id);
      return reading ? [[trick.id, reading] as const] : [];
    }),
  );
}

async function readDay({ clock, marketData, dayBook }: ReadinessParts): Promise<DayFacts> {
  const { now, feed } = await marketData.marketState();
  const wallNow = clock.now();
  const { calendar } = marketData;
  const date = indiaDateOf(now ?? wallNow);
  return {
    date,
    now,
    wallNow,
    kind: calendar.kindOf(date),
    session: calendar.sessionOn(date),
    next: calendar.nextSession(now ?? wallNow),
    holiday: dayBook.nameOf(date),
    isAuctionUnknown: dayBook.knowsSegments?.() === false,
    feed,
  };
}

function lockOfTrick({ lockOf }: ReadinessParts, trick: store.TrickRow): string {
  const isLive = trick.mode === 'live' && trick.broker_link_id !== null;
  return lockOf(isLive ? accountLeaseKey(trick.broker_link_id) : leaseKey(trick.id));
}

function linkFacts(link: store.LinkRow): LinkFacts {
  const { funds_available_paise: available, funds_used_paise: used } = link;
  return {
    id: link.id,
    clientCode: link.client_code,
    status: link.status,
    statusReason: link.status_reason ?? undefined,
    tokenExpiresAt: link.token_expires_at.getTime(),
    signsInByItself: link.auto_sign_in,
    funds:
      available === null || used === null ? undefined : { availablePaise: Number(available), usedPaise: Number(used) },
  };
}

/** Before its next start. */
const isWordNeeded = ({ mode, status }: store.TrickRow): boolean => mode === 'live' && status !== 'running';

function trickColumns(trick: store.TrickRow, definition: StrategyDefinition) {
  const numberOf = (value: bigint | number | null): number | undefined => (value === null ? undefined : Number(value));
  return {
    id: trick.id,
    name: trick.name,
    mode: trick.mode,
    status: trick.status,
    phase: trick.phase,
    statusReason: trick.status_reason ?? undefined,
    definition,
    capitalPaise: Number(trick.capital_paise),
    money: moneyOf(trick, definition),
    minCapitalPaise: Number(trick.min_capital_paise),
    quantityMultiplier: trick.quantity_multiplier,
    squareOffMinute: trick.square_off_minute ?? undefined,
    maxTradesPerDay: trick.max_trades_per_day ?? undefined,
    maxLossPerDayPaise: numberOf(trick.max_loss_per_day_paise),
    tradesToday: Number(trick.trades_today),
    realisedTodayPaise: Number(trick.realised_today_paise),
    algo: { id: trick.algo_id ?? undefined, approvedOn: trick.algo_approved_at ?? undefined },
    word: isWordNeeded(trick) ? wordOf(trick, trick.agreed ?? undefined) : undefined,
  };
}

const heldBy = ({ run_positions: positions }: store.TrickRow): OpenPosition[] =>
  (positions ?? []).filter((position) => position !== null);

/** As the engine reckons it before it sizes an entry. */
function moneyOf(trick: store.TrickRow, definition: StrategyDefinition): RunMoney | undefined {
  if (trick.run_cash_paise === null || trick.status !== 'running') return undefined;
  const cash = Number(trick.run_cash_paise);
  const held = heldBy(trick);
  const sum = (of: (position: OpenPosition) => number): number => held.reduce((all, one) => all + of(one), 0);
  if (definition.product === 'DELIVERY') return { capitalPaise: cash + sum(openCostPaise), freePaise: cash };
  const bound = sum(({ quantity, entryPaise }) => boundPaise(false, quantity * entryPaise));
  return { capitalPaise: cash, freePaise: cash - bound };
}

interface BaseRows {
  readonly symbol: string;
  readonly trick: store.TrickRow;
  readonly day: DayFacts;
  readonly clock: store.ClockRow | undefined;
  readonly row: store.InstrumentRow | undefined;
  readonly own: readonly store.ExposureRow[];
  readonly parts: ReadinessParts;
}

function baseFacts({ symbol, trick, day, clock, row, own, parts }: BaseRows): BaseFacts {
  const { session: whole, now, wallNow } = day;
  const session = whole && parts.dayBook.hoursOf(symbol, whole);
  return {
    symbol,
    // Before the first price the list of instruments may still be on its way: nothing can be said to be gone.
    isTradeable: now === undefined || (row?.active === true && row.kind !== 'index'),
    isDisabled: trick.disabled_symbols.includes(symbol),
    isUnclear: own.some((each) => each.symbol === symbol && each.is_unclear),
    isHeld: isHeld(symbol, trick, own),
    instrumentKind: row?.kind === 'etf' ? 'etf' : 'equity',
    lotSize: row?.lot_size ?? 1,
    session,
    market: marketOf({ clock, row, wallNow, isOpen: isOpenAt(session, now) }),
  };
}

function isHeld(symbol: string, trick: store.TrickRow, own: readonly store.ExposureRow[]): boolean {
  if (trick.mode === 'paper') return heldBy(trick).some((position) => position.symbol === symbol);
  return own.some((each) => each.symbol === symbol && each.held > 0);
}

function isOpenAt(session: BaseFacts['session'], now: EpochMs | undefined): boolean {
  return session !== undefined && now !== undefined && now >= session.openAt && now < session.closeAt;
}

function marketOf(rows: {
  readonly clock: store.ClockRow | undefined;
  readonly row: store.InstrumentRow | undefined;
  readonly wallNow: EpochMs;
  readonly isOpen: boolean;
}): GuardMarket {
  const { clock, row, wallNow, isOpen } = rows;
  const hasPrice = row && row.price_paise !== null && row.previous_close_paise !== null && row.at !== null;
  return {
    wallNow,
    isOpen,
    clock: clock && {
      exchangeAt: clock.exchange_at.getTime(),
      seenAt: clock.seen_at.getTime(),
      speed: clock.speed,
      feed: clock.feed,
    },
    last:
      hasPrice && row.price_paise !== null && row.previous_close_paise !== null && row.at !== null
        ? { pricePaise: row.price_paise, previousClosePaise: row.previous_close_paise, at: row.at.getTime() }
        : undefined,
    minuteClosePaise: row?.minute_close_paise ?? undefined,
  };
}
