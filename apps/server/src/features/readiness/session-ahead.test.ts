import { indiaMoment } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { readinessOf } from './readiness-of.ts';
import { readyFacts, withTrick } from './testing/ready-facts.ts';

/** The board at half past midnight, whose session at the broker ends at five. */
function atNight(changes: { readonly signsInByItself?: boolean; readonly expiresAtMinute?: number } = {}) {
  const { expiresAtMinute = 300, ...link } = changes;
  const now = indiaMoment('2026-01-05', 30);
  const { trick, day } = readyFacts();
  if (!trick.link) throw new Error('no link');
  const tokenExpiresAt = indiaMoment('2026-01-05', expiresAtMinute);
  const bases = trick.bases.map((base) => ({ ...base, market: { ...base.market, isOpen: false } }));
  const ready = withTrick({ bases, link: { ...trick.link, ...link, tokenExpiresAt } });
  const switches = { ...ready.account.switches, wallNow: now };
  return readinessOf({ ...ready, account: { ...ready.account, switches }, day: { ...day, now, wallNow: now } });
}

test('a session that ends before trading opens is said at night already, unless Trickdesk signs in again by itself', () => {
  expect(atNight().causes).toEqual([
    {
      code: 'broker_session',
      sentence: 'The session at your broker ends before trading opens. Sign in again after that.',
      action: { label: 'Sign in again', to: '/profile/broker' },
    },
  ]);
  expect(atNight({ signsInByItself: true }).verdict).toBe('will_trade');
  expect(atNight({ expiresAtMinute: 600 }).verdict).toBe('will_trade');
});
