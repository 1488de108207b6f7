import { describe, expect, test } from 'vitest';
import { openTestApi } from '../../testing/test-api.ts';
import { markKycVerified, markTradeActivated } from '../accounts/index.ts';
import { putClock } from '../market-data/store.ts';
import { HOUR_MS, liveDefinition, NOW } from './testing/live-people.ts';
import { insertInstrument, insertStrategy } from './testing/world.ts';

let keys = 0;
const key = (): string => `real-${++keys}`;

/** A provider may not work with the sandboxes, which verify anybody and take no money. */
const HOSTED = {
  KYC_PROVIDER: 'hosted',
  KYC_KARZA_KEY: 'k',
  KYC_CASHFREE_CLIENT_ID: 'c',
  KYC_CASHFREE_CLIENT_SECRET: 's',
  PAYMENTS_PROVIDER: 'razorpay',
  RAZORPAY_KEY_ID: 'k',
  RAZORPAY_KEY_SECRET: 's',
  RAZORPAY_WEBHOOK_SECRET: 'w',
  RAZORPAYX_KEY_ID: 'k',
  RAZORPAYX_KEY_SECRET: 's',
  RAZORPAYX_WEBHOOK_SECRET: 'w',
  RAZORPAYX_ACCOUNT_NUMBER: '2323230041626905',
  SUPPLIER_NAME: 'Trickdesk Private Limited',
  SUPPLIER_ADDRESS: '1 Church Street, Bengaluru 560001',
  SUPPLIER_GSTIN: '29AAACT1234F1ZB',
};

describe('MARKET=angelone', () => {
  const cases: readonly [string, Record<string, string>, string | undefined][] = [
    ['reads only by default', {}, 'LIVE_READ_ONLY'],
    ['trades the owner’s accounts', { OPERATING_MODE: 'self', BROKER_STATIC_IP: '203.0.113.7' }, undefined],
    [
      'needs registration numbers of a provider',
      { OPERATING_MODE: 'provider', BROKER_STATIC_IP: '203.0.113.7', ...HOSTED },
      'LIVE_READ_ONLY',
    ],
    [
      'needs the exchange’s approval of a provider’s version',
      {
        OPERATING_MODE: 'provider',
        BROKER_STATIC_IP: '203.0.113.7',
        RESEARCH_ANALYST_NUMBER: 'INH1',
        ALGO_PROVIDER_NUMBER: 'AP1',
        ...HOSTED,
      },
      'ALGO_NOT_APPROVED',
    ],
  ];
  test.each(cases)('%s', async (_fact, environment, code) => {
    const real = await openTestApi({ MARKET: 'angelone', ...environment });
    try {
      const person = await real.signUp('asha');
      const step = { accountId: person.userId, forDemo: false };
      const parts = { database: real.database.db, clock: real.clock };
      await markKycVerified(parts, step);
      await markTradeActivated(parts, step);
      const rows = real.database.db.kysely;
      await rows
        .insertInto('broker_link')
        .values({
          account_id: person.userId,
          broker: 'angelone',
          environment: 'live',
          client_code: 'A1',
          holder_name: 'Asha Rao',
          status: 'linked',
          last_login_at: new Date(real.clock.now()),
          token_expires_at: new Date(real.clock.now() + HOUR_MS),
        })
        .execute();
      await insertInstrument(real.database.db, 'SBIN');
      const id = await insertStrategy(real.database.db, 'real-trick', liveDefinition(['SBIN']));
      const market = { exchangeAt: NOW, seenAt: real.clock.now(), speed: 1, feed: 'live' } as const;
      await putClock(rows, real.services.marketData.dataset, market);
      const { data } = await real.send('toptenclone', { TricksId: id }, { token: person.accessToken });
      const ask = () =>
        real.send(
          'testtolivetrick',
          { TricksId: data.TricksId, acknowledgeRisk: true, idempotencyKey: key() },
          { token: person.accessToken },
        );
      expect((await ask()).code).toBe(code);
      if (code !== 'ALGO_NOT_APPROVED') return;
      await rows.updateTable('strategy_version').set({ algo_id: 'NSE-1' }).execute();
      expect((await ask()).message).toContain('an approval date');
      await rows.updateTable('strategy_version').set({ algo_approved_at: '2026-09-01' }).execute();
      expect((await ask()).data.algoId).toBe('NSE-1');
    } finally {
      await real.close();
    }
  });
});
