import { createBus, createDatabase } from '@trickdesk/db';
import { createFakeClock } from '@trickdesk/testkit';
import { createLog } from '../../../platform/log.ts';
import { createMarketData, subscribeMarket } from '../../market-data/index.ts';
import { Runner } from '../runner/runner.ts';
import { CALENDAR } from './random-market.ts';
import { createStoredDesks } from './stored-broker.ts';

/**
 * A runner of live mode as a process of its own. Says which broker accounts it holds and the exchange's time that it has
 * heard last, whenever that changes.
 */
const [url = '', name = '', dataset = '', now = '0'] = process.argv.slice(2);
const database = createDatabase({ target: url, onIdleError: () => undefined });
const clock = createFakeClock(Number(now));
const bus = await createBus(url, { onError: () => undefined });
const marketData = createMarketData({ db: database, clock, dataset, simulated: true, speed: 1, calendar: CALENDAR });
const log = createLog('error', (line) => process.stderr.write(`${name}: ${line}\n`));
const desks = createStoredDesks(database, name, () => runner.mayAct());
const runner: Runner = new Runner({ database, bus, marketData, clock, log, slippageBps: 0, desks });
await runner.start();
let heardAt = 0;
await subscribeMarket(bus, {
  onClock: (at) => {
    heardAt = at;
  },
});

let said: string | undefined;
setInterval(() => {
  const now = JSON.stringify({ accounts: runner.accounts, held: runner.held, heardAt });
  if (now !== said) process.stdout.write(`${now}\n`);
  said = now;
}, 25);
