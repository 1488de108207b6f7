import { migrate } from '@trickdesk/db';
import { openFoundation } from './compose/foundation.ts';
import { chainWords, verifyChain } from './features/audit/index.ts';
import { readSettings } from './platform/settings.ts';

process.exitCode = await main();

/** @returns 1 where something was changed afterwards */
async function main(): Promise<number> {
  const { settings, database } = openFoundation(readSettings(process.env));
  try {
    await migrate(settings.databaseUrl);
    const report = await verifyChain(database);
    process.stdout.write(`${chainWords(report)}\n`);
    return report.broken ? 1 : 0;
  } finally {
    await database.close();
  }
}
