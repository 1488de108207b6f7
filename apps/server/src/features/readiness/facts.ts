import type { DayKind, EpochMs, IndiaDate, Session } from '@trickdesk/domain';
import type { StrategyDefinition } from '@trickdesk/engine';
import type { LivePolicy, Phase, Status, WordState } from '../deployments/index.ts';
import type { GuardMarket, RiskAccount, RiskLimits, RiskSwitches } from '../risk/index.ts';

export type { OpenPosition } from '@trickdesk/engine';
export type { KeptWord } from '../deployments/index.ts';

/** What the exchange does today. */
export interface DayFacts {
  readonly date: IndiaDate;
  /** The exchange's clock; `undefined` before the first price. */
  readonly now: EpochMs | undefined;
  readonly wallNow: EpochMs;
  readonly kind: DayKind;
  /** Of shares without a closing auction of their own. */
  readonly session: Session | undefined;
  readonly next: Session | undefined;
  /** Why the exchange is closed, where its list says so: `Diwali`. */
  readonly holiday: string | undefined;
  /** It is not known which shares go into the closing auction, so all are treated as if they did. */
  readonly isAuctionUnknown?: boolean;
  readonly feed: 'live' | 'stale' | 'down';
}

/** One instrument that a trick trades. */
export interface BaseFacts {
  readonly symbol: string;
  /** Listed, and a thing that can be bought. */
  readonly isTradeable: boolean;
  readonly isDisabled: boolean;
  /** An order in it was sent, and nobody knows what became of it. */
  readonly isUnclear: boolean;
  /** The trick holds it: it is left before it is entered again. */
  readonly isHeld?: boolean;
  readonly instrumentKind: 'equity' | 'etf';
  readonly lotSize: number;
  /** Continuous trading of today; shares with a closing auction end sooner. */
  readonly session: Session | undefined;
  readonly market: GuardMarket;
}

/** What a trick holds, and what rests at the broker for it. Units. */
export interface HoldingFacts {
  readonly symbol: string;
  readonly heldQuantity: number;
  readonly restingQuantity: number;
}

/** What a trick holds, and its broker would not sell for want of its owner's word to the depository. Units. */
export interface UnreleasedFacts {
  readonly symbol: string;
  readonly heldQuantity: number;
  readonly sellableQuantity: number;
  /** The broker's words of a sale that it refused for this reason. */
  readonly brokerSaid: string | undefined;
}

export interface LinkFacts {
  readonly id: number;
  readonly clientCode: string;
  readonly status: 'linked' | 'expired' | 'error';
  readonly statusReason: string | undefined;
  readonly tokenExpiresAt: EpochMs;
  /** Its owner lets Trickdesk sign in anew each day. */
  readonly signsInByItself?: boolean;
  readonly funds: { readonly availablePaise: number; readonly usedPaise: number } | undefined;
}

/** What a run has of its own by now: gains, losses and what it holds have moved the capital that it began with. */
export interface RunMoney {
  /** Cash, and delivery positions at cost: what sizing takes its share of. */
  readonly capitalPaise: number;
  /** Of that what nothing binds. */
  readonly freePaise: number;
}

export interface TrickFacts {
  readonly id: number;
  readonly name: string;
  readonly mode: 'paper' | 'live';
  readonly status: Status;
  readonly phase: Phase;
  readonly statusReason: string | undefined;
  readonly definition: StrategyDefinition;
  readonly capitalPaise: number;
  /** Absent where no run goes on: the next one begins with the capital that is set. */
  readonly money?: RunMoney | undefined;
  readonly minCapitalPaise: number;
  readonly quantityMultiplier: number;
  readonly squareOffMinute: number | undefined;
  readonly maxTradesPerDay: number | undefined;
  readonly maxLossPerDayPaise: number | undefined;
  readonly tradesToday: number;
  /** After charges, of what was closed today. */
  readonly realisedTodayPaise: number;
  readonly algo: { readonly id: string | undefined; readonly approvedOn: string | undefined };
  readonly link: LinkFacts | undefined;
  /** Of a live one: how what it may do compares with what its owner agreed to; read where it does not run. */
  readonly word: WordState | undefined;
  /** A process holds it and has said within seconds that it is awake; or it has only just been started. */
  readonly isRunnerAwake: boolean;
  readonly bases: readonly BaseFacts[];
  /** Instruments that its rules read, and that are listed no more. */
  readonly unlistedSources: readonly string[];
  readonly holdings: readonly HoldingFacts[];
  readonly unreleased: readonly UnreleasedFacts[];
}

/** What stands above all live tricks of an account. */
export interface AccountFacts {
  readonly isKycVerified: boolean;
  readonly isTradeActivated: boolean;
  readonly isGrantedForDemo: boolean;
  readonly killReason: string | undefined;
  readonly switches: Omit<RiskSwitches, 'broker'>;
  readonly account: RiskAccount;
  readonly limits: RiskLimits;
  readonly policy: LivePolicy;
}

export interface ReadinessFacts {
  readonly day: DayFacts;
  readonly account: AccountFacts;
  readonly trick: TrickFacts;
}
