import { createBus } from '@trickdesk/db';
import { Runner } from '../features/deployments/index.ts';
import { createPriceGuard } from '../features/risk/index.ts';
import type { Foundation, Running } from './foundation.ts';
import { createMarket } from './market.ts';
import { repeatPaperBaskets } from './paper-baskets.ts';

/**
 * The runner of test mode. It is wired to prices and the database alone: nothing that it loads can reach a broker, so a
 * test order cannot become a real one.
 */
export async function startTestRunner(foundation: Foundation): Promise<Running> {
  const { settings, database, clock, log } = foundation;
  const bus = await createBus(settings.databaseUrl, {
    onError: (error) => log.warn({ error }, 'the runner met trouble on the bus'),
  });
  const marketData = createMarket(foundation);
  await marketData.start();
  const guard = createPriceGuard({ database, clock, marketData });
  const runner = new Runner({ database, bus, marketData, clock, log, slippageBps: settings.paperSlippageBps, guard });
  await runner.start();
  const baskets = repeatPaperBaskets(foundation, { bus, marketData });
  return {
    stop: async () => {
      await baskets.stop();
      await runner.stop();
      await bus.close();
    },
  };
}
