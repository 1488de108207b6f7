import { createReports, seedCatalogue } from '../features/strategies/index.ts';
import { startJobs } from '../platform/jobs/index.ts';
import type { Foundation, Running } from './foundation.ts';
import { deletePast } from './maintenance.ts';
import { createMarket } from './market.ts';
import { repeat } from './repeat.ts';

/** How often it is asked which reports are missing; a question of milliseconds once they are there. */
const PLAN_EVERY_MS = 10_000;
const DELETE_EVERY_MS = 10 * 60_000;

/** Work that may wait: the catalogue, the back-tests behind its figures, and rows that have had their time. */
export async function startJobsRole(foundation: Foundation): Promise<Running> {
  const { settings, database, clock, log } = foundation;
  await seedCatalogue(database, new Date(clock.now()));
  const marketData = createMarket(foundation);
  await marketData.start();
  const jobs = await startJobs(settings.databaseUrl, log);
  const reports = createReports({ database, clock, log, marketData, jobs, slippageBps: settings.paperSlippageBps });
  await reports.start();
  const planning = repeat(PLAN_EVERY_MS, reports.plan, (error) =>
    log.error({ error }, 'catalogue back-tests could not be planned'),
  );
  const deleting = repeat(
    DELETE_EVERY_MS,
    () => deletePast(foundation),
    (error) => log.error({ error }, 'rows that have had their time could not be deleted'),
  );
  return {
    stop: async () => {
      await Promise.all([planning.stop(), deleting.stop()]);
      await jobs.stop();
    },
  };
}
