import { indiaMoment } from '@trickdesk/domain';
import type { StrategyDefinitionInput } from '@trickdesk/engine';
import { openTestApi, type Person, type TestApi } from '../../../testing/test-api.ts';
import { markKycVerified, markTradeActivated } from '../../accounts/index.ts';
import { putClock, putLastPrices } from '../../market-data/store.ts';
import { DATASET, insertInstrument, insertStrategy } from './world.ts';

export const NOW = indiaMoment('2026-09-29', 600);
export const HOUR_MS = 3_600_000;

/** Two instruments, half of the capital in each entry, a stop, out at 15:10. */
export const liveDefinition = (symbols: readonly string[]): StrategyDefinitionInput => ({
  format: 1,
  instruments: symbols.map((symbol) => ({ exchange: 'NSE', symbol })),
  interval: '5m',
  product: 'INTRADAY',
  direction: 'long',
  session: { entryFrom: '09:20', entryTo: '14:45', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'close > open' },
  risk: { stopLoss: { kind: 'percent', percent: 1 }, maxTradesPerDay: 4 },
  sizing: { method: 'capital_share', percent: 50 },
});

let made = 0;

/** A product with a market and a trick, whose people are one step or none from trading live. */
export class LivePeople {
  readonly api: TestApi;
  readonly strategyId: number;

  private constructor(api: TestApi, strategyId: number) {
    this.api = api;
    this.strategyId = strategyId;
  }

  static async open(environment: Readonly<Record<string, string>> = {}): Promise<LivePeople> {
    const api = await openTestApi(environment);
    for (const symbol of ['SBIN', 'INFY']) await insertInstrument(api.database.db, symbol);
    const definition = liveDefinition(['SBIN', 'INFY']);
    const people = new LivePeople(api, await insertStrategy(api.database.db, 'live-trick', definition));
    await people.setClock();
    await people.setPrice('SBIN', 60_000);
    return people;
  }

  get db() {
    return this.api.database.db.kysely;
  }

  /** For a call that needs one of its own. */
  key(): string {
    made += 1;
    return `live-${made}`;
  }

  signUp(name: string): Promise<Person> {
    made += 1;
    return this.api.signUp(`${name}${made}`);
  }

  setClock(): Promise<void> {
    return putClock(this.db, DATASET, { exchangeAt: NOW, seenAt: this.api.clock.now(), speed: 1, feed: 'live' });
  }

  async setPrice(symbol: string, pricePaise: number): Promise<void> {
    const { id: instrumentId } = await this.db
      .selectFrom('instrument')
      .select('id')
      .where('symbol', '=', symbol)
      .executeTakeFirstOrThrow();
    const day = { openPaise: pricePaise, highPaise: pricePaise, lowPaise: pricePaise, previousClosePaise: pricePaise };
    await putLastPrices(this.db, DATASET, [{ instrumentId, pricePaise, ...day, volume: 1, at: NOW }]);
  }

  /** @param hours until the session ends */
  async link(person: Person, hours = 5): Promise<number> {
    const row = await this.db
      .insertInto('broker_link')
      .values({
        account_id: person.userId,
        broker: 'angelone',
        environment: 'simulator',
        client_code: `S${this.key()}`,
        holder_name: 'Asha Rao',
        status: 'linked',
        last_login_at: new Date(this.api.clock.now()),
        token_expires_at: new Date(this.api.clock.now() + hours * HOUR_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  }

  /** Verified and activated. */
  async clear(person: Person): Promise<void> {
    const step = { accountId: person.userId, forDemo: false };
    await markKycVerified({ database: this.api.database.db, clock: this.api.clock }, step);
    await markTradeActivated({ database: this.api.database.db, clock: this.api.clock }, step);
  }

  async clone(person: Person): Promise<number> {
    const token = person.accessToken;
    return (await this.api.send('toptenclone', { TricksId: this.strategyId }, { token })).data.TricksId;
  }

  /** Somebody who lacks nothing, with a stopped trick in test mode. */
  async ready(person: Person): Promise<{ TricksId: number; brokerId: number }> {
    await this.clear(person);
    return { brokerId: await this.link(person), TricksId: await this.clone(person) };
  }

  goLive(
    TricksId: number,
    person: Person,
    more: { brokerId?: number; idempotencyKey?: string; contractHash?: string; totp?: string } = {},
  ) {
    const input = { TricksId, acknowledgeRisk: true, idempotencyKey: this.key(), ...more } as const;
    return this.api.send('testtolivetrick', input, { token: person.accessToken });
  }
}
