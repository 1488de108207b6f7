import { expect, test } from 'vitest';
import { keyBytes, keysOf, supportOf } from './push-support.ts';

const worker = (registered: boolean) => ({
  serviceWorker: { getRegistration: async () => (registered ? ({} as ServiceWorkerRegistration) : undefined) },
});
const Notification = { permission: 'default' } as const;

test('a browser is ready once its worker is there and nobody has refused', async () => {
  expect(await supportOf({ navigator: worker(true), Notification, PushManager: {} })).toBe('ready');
  expect(await supportOf({ navigator: worker(false), Notification, PushManager: {} })).toBe('noWorker');
  const denied = { permission: 'denied' } as const;
  expect(await supportOf({ navigator: worker(true), Notification: denied, PushManager: {} })).toBe('denied');
});

test('a browser that lacks a part cannot be told', async () => {
  expect(await supportOf({ navigator: {}, Notification, PushManager: {} })).toBe('unsupported');
  expect(await supportOf({ navigator: worker(true), PushManager: {} })).toBe('unsupported');
  expect(await supportOf({ navigator: worker(true), Notification })).toBe('unsupported');
});

test('a key in base 64 for URLs is read to its bytes', () => {
  expect([...keyBytes('-_8A')]).toEqual([251, 255, 0]);
});

test('a subscription without keys is none', () => {
  const whole = { endpoint: 'https://push.test/1', keys: { p256dh: 'p', auth: 'a' } };
  expect(keysOf({ toJSON: () => whole })).toEqual({ endpoint: 'https://push.test/1', p256dh: 'p', auth: 'a' });
  expect(() => keysOf({ toJSON: () => ({ endpoint: 'https://push.test/1' }) })).toThrow('no keys');
});
