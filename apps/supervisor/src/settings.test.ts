import { expect, test } from 'vitest';
import { readSettings, roles } from './settings.ts';
import { settingsHelp } from './settings-help.ts';

const read = (environment: Record<string, string>) => readSettings(environment, '/checkout');

test('without any setting the product runs here, on embedded parts, with demo sign-ins', () => {
  expect(read({})).toEqual({
    HOST: '127.0.0.1',
    HTTP_PORT: 8080,
    HTTPS_PORT: 8443,
    DATA_DIR: '/checkout/var',
    DATABASE_URL: undefined,
    SIM_DATABASE_URL: undefined,
    ROLE: ['api', 'jobs', 'feed', 'runner-test', 'runner-live', 'simulator'],
    MARKET: 'simulator',
    OPERATING_MODE: 'read_only',
    COMPLIANCE: false,
    SIM_PORT: 0,
    SIM_PAYMENTS_PORT: 0,
    SIM_SOURCE: 'synthetic',
    SIM_SPEED: 30,
    SIM_SEED: 1,
    SIM_LOOP: false,
    CLIENT_TOKEN: 'web',
    MASTER_KEY_FILE: '/checkout/var/master.key',
    LOG_LEVEL: 'info',
    DEMO: true,
    DEMO_PUBLIC: false,
  });
});

test.each([
  ['HTTP_PORT', '80a', 'must be a port'],
  ['HTTPS_PORT', '65536', 'must be a port'],
  ['DATABASE_URL', 'mysql://db', 'postgresql://'],
  ['ROLE', 'api,runner', 'has no part runner'],
  ['MARKET', 'zerodha', 'simulator or angelone'],
  ['OPERATING_MODE', 'live', 'must be read_only, self or provider'],
  ['COMPLIANCE', 'yes', 'must be 0 or 1'],
  ['INVESTMENT_ADVISER_NUMBER', 'INH000000001', 'must be a SEBI registration such as INA000000001'],
  ['SIM_SPEED', '0', 'must be 0.001 or more'],
  ['SIM_SEED', '1.5', 'whole number'],
  ['SIM_SEED', '3000000000', 'must be at most 2147483647'],
  ['LOG_LEVEL', 'trace', 'must be debug'],
  ['LOG_LEVEL', 'loud', 'must be debug'],
  ['SIM_SOURCE', '/nowhere', 'synthetic or something that exists'],
])('a wrong %s is named, with its value and what it must be', (name, value, says) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(`${name} .*${says}.*"${value}"`));
});

test('every wrong setting is named at once', () => {
  expect(() => read({ HTTP_PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/HTTP_PORT.*\nLOG_LEVEL/);
});

test('an empty variable counts as not set', () => {
  expect(read({ HTTP_PORT: '', DATABASE_URL: '' }).HTTP_PORT).toBe(8080);
});

test('demo sign-ins keep the product on this machine unless the operator insists', () => {
  expect(() => read({ HOST: '0.0.0.0' })).toThrow('DEMO_PUBLIC=1');
  expect(read({ HOST: '0.0.0.0', DEMO_PUBLIC: '1' }).HOST).toBe('0.0.0.0');
  expect(read({ HOST: '0.0.0.0', DEMO: '0' }).HOST).toBe('0.0.0.0');
  expect(read({ HOST: '0.0.0.0', DATABASE_URL: 'postgresql://db/trickdesk' }).DEMO).toBe(false);
});

test('production never has demo sign-ins', () => {
  expect(read({ NODE_ENV: 'production' }).DEMO).toBe(false);
  expect(() => read({ NODE_ENV: 'production', DEMO: '1' })).toThrow('NODE_ENV=production');
});

test('a product that nobody could reach is refused', () => {
  expect(() => read({ HTTP_PORT: '0', HTTPS_PORT: '0' })).toThrow('nothing could be reached');
  expect(read({ HTTP_PORT: '0', HTTPS_PORT: '0', ROLE: 'feed' }).ROLE).toEqual(['feed']);
});

test('compliance follows the market unless it is set', () => {
  expect(read({ MARKET: 'angelone' }).COMPLIANCE).toBe(true);
  expect(read({ MARKET: 'angelone', COMPLIANCE: '0' }).COMPLIANCE).toBe(false);
});

test('the help names every setting and every part', () => {
  const help = settingsHelp();
  for (const name of [...Object.keys(read({})), ...roles]) expect(help).toContain(name);
});
