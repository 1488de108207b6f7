import { startSimulator } from '@trickdesk/brokers/simulator';
import { startPaymentsSandbox } from '@trickdesk/providers/payments/sandbox';
import { pino } from 'pino';
import { readSettings, type Settings } from './settings.ts';
import { openSource } from './source.ts';
import { openStore } from './store.ts';

/** `EX_CONFIG` of sysexits: whoever started us need not try again before the settings are mended. */
const WRONG_SETTINGS_EXIT_CODE = 78;

// Also loaded without being started: to be compiled ahead.
if (import.meta.main) await main();

async function main(): Promise<void> {
  const settings = readOrExit();
  // Standard output carries one line, for whoever started this process; the log goes to standard error.
  const log = pino({ level: settings.LOG_LEVEL, base: { part: 'simulator' } }, pino.destination(2));

  const source = openSource(settings);
  const store = await openStore(settings.SIM_DATABASE_URL);
  const simulator = await startSimulator({
    source,
    store,
    speed: settings.SIM_SPEED,
    seed: settings.SIM_SEED,
    loop: settings.SIM_LOOP,
    host: settings.HOST,
    port: settings.SIM_PORT,
    rateLimit: settings.SIM_RATE_LIMIT,
    ...(settings.SIM_FRICTIONS === undefined ? {} : { frictions: settings.SIM_FRICTIONS }),
    ...(settings.SIM_CONTROL_TOKEN === undefined ? {} : { controlToken: settings.SIM_CONTROL_TOKEN }),
    onError: (what, error) => log.error({ err: error }, what),
  });
  const payments = await startPaymentsSandbox({
    store,
    host: settings.HOST,
    port: settings.SIM_PAYMENTS_PORT,
    webhookUrl: settings.SIM_WEBHOOK_URL,
    onError: (what, error) => log.error({ err: error }, what),
  });
  process.stdout.write(`${JSON.stringify({ ready: true, port: simulator.port, paymentsPort: payments.port })}\n`);
  log.info({ port: simulator.port, source: source.key, speed: settings.SIM_SPEED }, 'market and broker are simulated');

  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed');
          process.exit(1);
        },
      );
    });
  }

  async function stop(): Promise<void> {
    await payments.close();
    await simulator.close();
    await store.close();
  }
}

function readOrExit(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(WRONG_SETTINGS_EXIT_CODE);
  }
}
