import { migrate } from '@trickdesk/db';
import { openFoundation } from './compose/foundation.ts';
import { finishRotation, type Rotation, rotateKeys } from './compose/rotate-keys.ts';
import { readSettings } from './platform/settings.ts';

const USAGE = `npm run keys:rotate               makes a new master key and seals every stored secret with it
npm run keys:rotate -- finish     seals what was written meanwhile, and takes the older keys out of the file
  Both work while the product runs. On several hosts give each the new file before you finish. A backup of before
  needs the key file of before.`;

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  const isFinish = words.length === 1 && words[0] === 'finish';
  if (words.length > 0 && !isFinish) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const { settings, database } = openFoundation(readSettings(process.env));
  try {
    await migrate(settings.databaseUrl);
    const rotation = await (isFinish ? finishRotation : rotateKeys)(database, settings.masterKeyFile);
    process.stdout.write(`${report(rotation, isFinish)}\n`);
    return 0;
  } finally {
    await database.close();
  }
}

function report({ newestKeyId, tables, dropped }: Rotation, isFinish: boolean): string {
  const lines = tables.map(({ table, rows, resealed }) => `  ${table}: ${resealed} of ${rows} sealed anew`);
  const end = isFinish
    ? `Older keys taken out of the file: ${dropped.length === 0 ? 'none' : dropped.join(', ')}.`
    : 'The older keys are still in the file. Take them out with: npm run keys:rotate -- finish';
  return [`Everything is sealed with the key ${newestKeyId}.`, ...lines, end].join('\n');
}
