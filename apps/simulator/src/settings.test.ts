import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const DATABASE = { SIM_DATABASE_URL: 'postgresql://trickdesk@localhost:5432/simulator?host=%2Ftmp%2Fpg' };

test('only the database has to be said; the rest is a synthetic market at thirty times the clock', () => {
  expect(readSettings({ ...DATABASE, SIM_START: '', PATH: '/bin' })).toEqual({
    ...DATABASE,
    HOST: '127.0.0.1',
    SIM_PORT: 8090,
    SIM_PAYMENTS_PORT: 8091,
    SIM_SPEED: 30,
    SIM_SEED: 1,
    SIM_SOURCE: 'synthetic',
    SIM_LOOP: false,
    SIM_RATE_LIMIT: true,
    LOG_LEVEL: 'info',
  });
});

test('every wrong setting is named at once, with what it should be', () => {
  const wrong = {
    SIM_DATABASE_URL: 'mysql://x',
    SIM_PORT: '70000',
    SIM_SPEED: '-1',
    SIM_SOURCE: '/no/such/folder',
    SIM_START: 'monday',
    SIM_CONTROL_TOKEN: 'short',
    SIM_FRICTIONS: 'some',
  };
  for (const name of Object.keys(wrong)) expect(() => readSettings(wrong)).toThrow(`${name}: `);
});
