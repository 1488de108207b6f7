import { migrate } from '@trickdesk/db';
import { openFoundation } from './compose/foundation.ts';
import { type ChainReport, verifyChain } from './features/audit/index.ts';
import { readSettings } from './platform/settings.ts';

process.exitCode = await main();

/** @returns 1 where something was changed afterwards */
async function main(): Promise<number> {
  const { settings, database } = openFoundation(readSettings(process.env));
  try {
    await migrate(settings.databaseUrl);
    const report = await verifyChain(database);
    process.stdout.write(`${words(report)}\n`);
    return report.broken ? 1 : 0;
  } finally {
    await database.close();
  }
}

function words({ entries, broken, head, unlinked }: ChainReport): string {
  const waiting = Object.entries(unlinked).map(([source, count]) => `  ${source}: ${count} not in the chain yet`);
  const found = broken
    ? `BROKEN at entry ${broken.seq} (${broken.source} ${broken.rowId}): ${broken.why}. ${entries} entries before it are sound.`
    : `The audit chain is sound: ${entries} entries.`;
  return [
    found,
    ...waiting,
    `Last sound hash: ${head}`,
    'Keep it elsewhere: it shows whether a whole chain was made anew.',
  ].join('\n');
}
