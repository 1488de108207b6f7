import type { Bar } from '@trickdesk/domain';
import { chargesForOrder } from '../../charges/index.ts';
import type { StrategyDefinition } from '../../definition/index.ts';
import { barPath } from '../path.ts';
import { createRun } from '../run.ts';
import type { StrategyRun } from '../strategy-run.ts';
import type { OrderIntent, RunConfig, RunEvent, RunState } from '../types.ts';
import { configOf, DAY } from './fixtures.ts';
import { seeded } from './random-series.ts';

const CAPITAL = 1_000_000_00;

/**
 * A broker and an owner who do anything that they may: parts at any price, ends at any moment, fills after a withdrawal,
 * stops that act first, positions taken over. Keeps its own book of what was executed, by which the run is judged.
 */
export class RandomBroker {
  readonly events: RunEvent[] = [];
  /** Cash as it would be if every fill were paid at once, and units bought less units sold. */
  paidPaise = CAPITAL;
  units = 0;
  chargesPaise = 0;
  detachedPaise = 0;
  restarts = 0;
  readonly #config: RunConfig;
  readonly #chance: () => number;
  readonly #valueOf = new Map<number, number>();
  readonly #chargedOf = new Map<number, number>();
  readonly #seen: Bar[] = [];
  #run: StrategyRun;
  /** Goes on from stored states, and must say what the first says. */
  #twin: StrategyRun;
  #feeRests: number | undefined;
  #market = 0;

  constructor(definition: StrategyDefinition, seed: number) {
    this.#config = configOf(definition, { costs: 'angelone', execution: 'external' });
    this.#run = createRun(this.#config);
    this.#twin = createRun(this.#config);
    this.#chance = seeded(seed);
  }

  get state(): RunState {
    return this.#run.state();
  }

  /** @param check is called after each thing that happened */
  trade(bars: readonly Bar[], check: () => void): void {
    for (const bar of bars) {
      for (const { at, pricePaise } of barPath(bar, '1m')) {
        this.#market = pricePaise;
        this.#act((run) => run.onPrice(0, at, pricePaise));
        check();
        this.#execute(at, check);
        this.#own(at, check);
        if (this.#chance() < 0.003) this.#restart();
      }
      this.#seen.push(bar);
      this.#act((run) => run.onBar(0, bar, '1m', 'live'));
      check();
      this.#execute(bar.openAt + 59_000, check);
    }
  }

  #act(act: (run: StrategyRun) => readonly RunEvent[]): readonly RunEvent[] {
    const led = act(this.#run);
    const [one, other] = [JSON.stringify(led), JSON.stringify(act(this.#twin))];
    if (one !== other) throw new Error(`after a restart:\n${other}\ninstead of\n${one}`);
    const [state, twin] = [JSON.stringify(this.#run.state()), JSON.stringify(this.#twin.state())];
    if (state !== twin) throw new Error(`state after a restart:\n${twin}\ninstead of\n${state}`);
    this.events.push(...led);
    return led;
  }

  #restart(): void {
    this.restarts += 1;
    this.#twin = createRun(this.#config, JSON.parse(JSON.stringify(this.#run.state())));
    for (const bar of this.#seen) this.#twin.onBar(0, bar, '1m', 'warmup');
  }

  #given(): OrderIntent[] {
    const [base] = this.state.bases;
    const held = new Set(base?.progress?.filter(({ isHeld }) => isHeld).map(({ intentId }) => intentId));
    return (base?.pending ?? []).filter(({ id }) => !held.has(id));
  }

  #execute(at: number, check: () => void): void {
    for (const intent of this.#given()) {
      const chance = this.#chance();
      if (chance < 0.35) this.#fill(intent, at);
      else if (chance < 0.42) this.#end(intent, at);
      check();
    }
  }

  #fill(intent: OrderIntent, at: number): void {
    const filled = this.state.bases[0]?.progress?.find(({ intentId }) => intentId === intent.id)?.filledQuantity ?? 0;
    const left = intent.quantity - filled;
    const quantity = this.#chance() < 0.4 ? left : 1 + Math.floor(this.#chance() * left);
    // Parts at several prices: the value is whole paise, its average need not be.
    const valuePaise = quantity * this.#market + Math.floor((this.#chance() - 0.5) * 20 * quantity);
    const led = this.#act((run) => run.onFill({ intentId: intent.id, at, quantity, valuePaise }));
    const sign = intent.side === 'buy' ? 1 : -1;
    this.paidPaise -= sign * valuePaise;
    this.units += sign * quantity;
    this.#charge(intent, { valuePaise, at, told: led });
  }

  /** One order of the whole value, by the tariff itself; the run's deltas must add up to it. */
  #charge(intent: OrderIntent, part: { valuePaise: number; at: number; told: readonly RunEvent[] }): void {
    const value = (this.#valueOf.get(intent.id) ?? 0) + part.valuePaise;
    this.#valueOf.set(intent.id, value);
    if (intent.side === 'sell') this.#feeRests ??= intent.id;
    const { totalPaise } = chargesForOrder({
      tariff: 'angelone',
      exchange: 'NSE',
      product: this.#config.strategy.definition.product,
      side: intent.side,
      quantity: 1,
      pricePaise: value,
      instrumentKind: 'equity',
      date: DAY,
      firstSellOfScripToday: this.#feeRests === intent.id,
    });
    const before = this.#chargedOf.get(intent.id) ?? 0;
    this.#chargedOf.set(intent.id, totalPaise);
    this.chargesPaise += totalPaise - before;
    this.paidPaise -= totalPaise - before;
    const told = part.told.flatMap((event) => (event.kind === 'fill' ? [event.fill.chargesPaise] : []));
    if (told[0] !== totalPaise - before) throw new Error(`charged ${told[0]} instead of ${totalPaise - before}`);
  }

  #end({ id: intentId }: OrderIntent, at: number): void {
    const reasons = ['cancelled', 'rejected', 'refused'] as const;
    const reason = reasons[Math.floor(this.#chance() * reasons.length)] ?? 'cancelled';
    const veto = reason === 'refused' ? { veto: 'account_margin' as const } : {};
    this.#act((run) => run.onIntentEnd({ intentId, at, reason, ...veto, note: 'in the words of the broker' }));
  }

  #own(at: number, check: () => void): void {
    const chance = this.#chance();
    const position = this.state.bases[0]?.position;
    if (chance < 0.01) this.#act((run) => run.exitBase(0, at, 'risk'));
    else if (chance < 0.015) this.#act((run) => run.exitAll(at));
    else if (chance < 0.02) this.#switch((run) => run.stopEntries());
    else if (chance < 0.05) this.#switch((run) => run.resumeEntries());
    else if (chance < 0.06) this.#switch((run) => run.entriesBlocked('feed_silent'));
    else if (chance < 0.09) this.#switch((run) => run.entriesBlocked(undefined));
    else if (chance < 0.1) this.#act((run) => run.setLevels(0, { stopPaise: this.#market - 200 }));
    else if (chance < 0.12 && position) {
      const intentQuantity = 1 + Math.floor(this.#chance() * position.quantity);
      this.#act((run) => run.onBrokerExit({ base: 0, at, rule: 'stop', pricePaise: this.#market, intentQuantity }));
    } else if (chance < 0.15 && position && this.#given().length === 0) this.#detach(at);
    check();
  }

  #switch(act: (run: StrategyRun) => void): void {
    act(this.#run);
    act(this.#twin);
  }

  #detach(at: number): void {
    for (const event of this.#act((run) => run.detach(0, at))) {
      if (event.kind !== 'detached') continue;
      const sign = event.detached.direction === 'long' ? 1 : -1;
      this.units -= sign * event.detached.quantity;
      this.detachedPaise += sign * event.detached.costPaise;
    }
  }
}
