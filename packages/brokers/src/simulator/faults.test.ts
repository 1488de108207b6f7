import { describe, expect, test } from 'vitest';
import { createFaults, zFaultOrder } from './faults.ts';

const order = (body: object) => zFaultOrder.parse(body);

describe('faults', () => {
  test('hit their route, their client and their moment, as often as ordered', () => {
    const faults = createFaults(undefined, true);
    faults.apply(order({ routes: [{ route: 'placeOrder', kind: 'cut', client: 'S100001', when: 'after', times: 1 }] }));
    expect(faults.take('placeOrder', 'before', 'S100001')).toBeUndefined();
    expect(faults.take('placeOrder', 'after', 'S100002')).toBeUndefined();
    expect(faults.take('placeOrder', 'after')).toBeUndefined();
    expect(faults.take('cancelOrder', 'after', 'S100001')).toBeUndefined();
    expect(faults.take('placeOrder', 'after', 'S100001')).toMatchObject({ kind: 'cut' });
    expect(faults.take('placeOrder', 'after', 'S100001')).toBeUndefined();
  });

  test('a forced rejection is for its client, and for so many orders', () => {
    const faults = createFaults(undefined, true);
    faults.apply(order({ rejections: [{ text: 'Admin stopped AMO', client: 'S100001', times: 2 }] }));
    expect(faults.takeRejection('S100002')).toBeUndefined();
    expect([1, 2, 3].map(() => faults.takeRejection('S100001'))).toEqual([
      'Admin stopped AMO',
      'Admin stopped AMO',
      undefined,
    ]);
  });

  test('survive a restart, and settings of an older release mean a healthy broker', () => {
    const faults = createFaults(undefined, true);
    faults.apply(
      order({
        latencyMs: 40,
        candleLagSeconds: 90,
        unregisteredIp: true,
        updates: { copies: 1 },
        orderSocketStatus: 403,
      }),
    );
    const again = createFaults(faults.toJson(), true);
    expect(again.settings()).toEqual(faults.settings());
    const older = createFaults('{"routes":[],"rateLimit":false,"allowTotpReuse":true}', true);
    expect(older.settings()).toMatchObject({ rateLimit: false, unregisteredIp: false, latencyMs: 0, rejections: [] });
    expect(createFaults('{"routes":7}', true).settings()).toMatchObject({ routes: [], rateLimit: true });
  });

  test('clearing forgets all of them and leaves the limits as they were at the start', () => {
    const faults = createFaults(undefined, false);
    faults.apply(order({ rateLimit: true, latencyMs: 40, rejections: [{ text: 'no' }], updates: { lose: 3 } }));
    faults.apply(order({ clear: true }));
    expect(faults.settings()).toEqual(createFaults(undefined, false).settings());
  });
});
