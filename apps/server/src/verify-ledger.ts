import { migrate } from '@trickdesk/db';
import { openFoundation } from './compose/foundation.ts';
import { readLedgerReport, reportWords } from './features/ledger/index.ts';
import { readSettings } from './platform/settings.ts';

process.exitCode = await main();

/** @returns 1 where the ledger does not add up */
async function main(): Promise<number> {
  const { settings, database } = openFoundation(readSettings(process.env));
  try {
    await migrate(settings.databaseUrl);
    const report = await readLedgerReport(database);
    process.stdout.write(`${reportWords(report)}\n`);
    return report.faults.length > 0 ? 1 : 0;
  } finally {
    await database.close();
  }
}
