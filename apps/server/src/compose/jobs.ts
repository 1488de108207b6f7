import { createReports, seedCatalogue } from '../features/strategies/index.ts';
import { startJobs } from '../platform/jobs/index.ts';
import type { Foundation, Running } from './foundation.ts';
import { createMarket } from './market.ts';

/** How often it is asked which reports are missing; a question of milliseconds once they are there. */
const PLAN_EVERY_MS = 10_000;

/** Work that may wait: the catalogue, and the back-tests behind its figures. */
export async function startJobsRole(foundation: Foundation): Promise<Running> {
  const { settings, database, clock, log } = foundation;
  await seedCatalogue(database, new Date(clock.now()));
  const marketData = createMarket(foundation);
  await marketData.start();
  const jobs = await startJobs(settings.databaseUrl, log);
  const reports = createReports({ database, clock, log, marketData, jobs, slippageBps: settings.paperSlippageBps });
  await reports.start();
  let planning: Promise<void> | undefined;
  const plan = (): void => {
    planning ??= reports
      .plan()
      .catch((error: unknown) => log.error({ error }, 'catalogue back-tests could not be planned'))
      .finally(() => {
        planning = undefined;
      });
  };
  plan();
  const timer = setInterval(plan, PLAN_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await planning;
      await jobs.stop();
    },
  };
}
