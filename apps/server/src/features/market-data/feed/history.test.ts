import { DAY_MS, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { catchUpFrom } from './history.ts';

const OPEN = indiaMoment('2025-07-08', 555);
const AT = OPEN + 100 * MINUTE_MS;

test('a run catches up from the minute after the last stored one, whatever share is heard first', () => {
  const last = OPEN + 97 * MINUTE_MS;
  expect(catchUpFrom(last, AT, OPEN)).toBe(last + MINUTE_MS);
  expect(catchUpFrom(last, OPEN + 40 * MINUTE_MS, OPEN)).toBe(last + MINUTE_MS);
  expect(catchUpFrom(OPEN - 3 * DAY_MS, AT, OPEN)).toBe(OPEN - 3 * DAY_MS + MINUTE_MS);
});

test('from the opening where nothing is stored, or what is stored is of another time', () => {
  expect(catchUpFrom(undefined, AT, OPEN)).toBe(OPEN);
  expect(catchUpFrom(OPEN - 30 * DAY_MS, AT, OPEN)).toBe(OPEN);
  expect(catchUpFrom(OPEN + 2 * DAY_MS, AT, OPEN)).toBe(OPEN);
});
