import { roles, type SettingName } from './settings.ts';

interface Explanation {
  readonly standard: string;
  readonly about: string;
}

/** What each setting does, in words; one without an explanation does not compile. */
const explanations: Readonly<Record<SettingName, Explanation>> = {
  HOST: {
    standard: '127.0.0.1',
    about: 'Address to listen on. A wider one is refused while demo sign-ins exist, unless DEMO_PUBLIC=1.',
  },
  HTTP_PORT: { standard: '8080', about: 'Port for HTTP; 0 switches it off.' },
  HTTPS_PORT: { standard: '8443', about: 'Port for HTTPS; 0 switches it off.' },
  DATA_DIR: { standard: './var', about: 'Folder for everything that the embedded parts keep.' },
  DATABASE_URL: { standard: 'embedded', about: 'Any PostgreSQL from version 15 on, instead of the embedded one.' },
  SIM_DATABASE_URL: {
    standard: 'beside the product',
    about: "The simulator's own database; by default one beside the product's on the same server.",
  },
  ROLE: { standard: 'all', about: `Which parts to run: all, or several with commas of ${roles.join(', ')}.` },
  MARKET: { standard: 'simulator', about: 'Where prices and brokers come from.' },
  OPERATING_MODE: {
    standard: 'read_only',
    about:
      "What may be done with real orders where MARKET is angelone: read_only nothing, self the owner's and family's own accounts, provider strategies for others.",
  },
  RESEARCH_ANALYST_NUMBER: { standard: 'none', about: 'Registration that OPERATING_MODE=provider needs.' },
  ALGO_PROVIDER_NUMBER: { standard: 'none', about: 'Empanelment at the exchange that OPERATING_MODE=provider needs.' },
  BROKER_STATIC_IP: {
    standard: 'none',
    about: 'The IPv4 address that is registered at the broker, from which orders leave; needed by self and provider.',
  },
  BROKER_LOCAL_IP: { standard: "this machine's own", about: 'Told to the broker with each request.' },
  BROKER_MAC_ADDRESS: { standard: "this machine's own", about: 'Told to the broker with each request.' },
  ANGELONE_URL: {
    standard: "Angel One's",
    about: 'Where orders and books are asked for; both streams are looked for there too, unless they are named.',
  },
  ANGELONE_FEED_URL: { standard: "Angel One's", about: 'Where prices stream from (wss).' },
  ANGELONE_ORDER_FEED_URL: { standard: "Angel One's", about: 'Where news of orders streams from (wss).' },
  ANGELONE_MASTER_URL: { standard: "Angel One's", about: 'Where the list of instruments lies.' },
  COMPLIANCE: {
    standard: 'on with angelone, off with simulator',
    about: 'Hides what Indian rules hide from people who are not verified clients.',
  },
  SIM_PORT: { standard: 'a free one', about: 'Port of the market and broker simulator, on 127.0.0.1 only.' },
  SIM_SOURCE: {
    standard: 'synthetic',
    about: 'Where simulated prices come from: synthetic, or a folder of candle or tick files to replay.',
  },
  SIM_SPEED: { standard: '30', about: 'Market seconds that pass in one second.' },
  SIM_SEED: { standard: '1', about: 'Seed of the simulated prices: the same seed gives the same market.' },
  SIM_LOOP: { standard: '0', about: 'At the end of a replay: 0 closes the market, 1 begins again.' },
  CLIENT_TOKEN: { standard: 'web', about: 'The fixed header `token` that every call carries.' },
  MASTER_KEY_FILE: {
    standard: '$DATA_DIR/master.key',
    about: 'Key for the secrets in the database; made at the first start. Back it up apart from the database.',
  },
  LOG_LEVEL: { standard: 'info', about: 'Least severity that is logged; logs are JSON lines.' },
  DEMO: { standard: 'on with the embedded database', about: 'Demo sign-ins; never with NODE_ENV=production.' },
  DEMO_PUBLIC: { standard: '0', about: 'Allows demo sign-ins on an address that others can reach.' },
};

/** The text of `npm start -- --help`. */
export function settingsHelp(): string {
  const lines = Object.entries(explanations).map(
    ([name, { standard, about }]) => `${name} (${standard})\n    ${about}`,
  );
  return `Settings, from the environment (and their defaults):\n\n${lines.join('\n')}\n`;
}
