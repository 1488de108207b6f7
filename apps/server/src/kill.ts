import { createBus, migrate } from '@trickdesk/db';
import { openFoundation } from './compose/foundation.ts';
import { readMarketSettings } from './compose/market.ts';
import { liftProductKillSwitch, throwProductKillSwitch } from './features/risk/index.ts';
import { readSettings } from './platform/settings.ts';

const USAGE = `npm run kill -- on "reason"   refuses every live entry of everybody and takes back those that rest
npm run kill -- off           lifts it
  Exits, stops and orders that only close something go on. It works while the product runs, and while it does not.`;

process.exitCode = await main(process.argv.slice(2));

async function main([verb, ...words]: readonly string[]): Promise<number> {
  const reason = words.join(' ').trim();
  const isMeant = verb === 'on' ? reason !== '' : verb === 'off' && reason === '';
  if (!isMeant) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const foundation = openFoundation(readSettings(process.env));
  const { settings, database, clock, log } = foundation;
  await migrate(settings.databaseUrl);
  const bus = await createBus(settings.databaseUrl, {
    onError: (error) => log.warn({ error }, 'the bus met trouble'),
  });
  try {
    if (verb === 'off') {
      const lifted = await liftProductKillSwitch({ database, clock });
      log.warn({ lifted }, 'the kill switch of the product was lifted');
      process.stdout.write(lifted ? 'The kill switch is lifted.\n' : 'The kill switch was not set.\n');
      return 0;
    }
    const { dataset } = readMarketSettings(settings);
    const report = await throwProductKillSwitch({ database, bus, clock, dataset }, { by: 'operator', reason });
    log.warn({ reason, ...report }, 'the kill switch of the product was set');
    process.stdout.write(
      `The kill switch is set. Entry orders that are being taken back: ${report.withdrawn}, of ${report.accounts} accounts.\n`,
    );
    return 0;
  } finally {
    await bus.close();
    await database.close();
  }
}
