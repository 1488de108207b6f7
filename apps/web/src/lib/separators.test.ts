import { expect, test } from 'vitest';
import en from '../../public/assets/locales/en.json' with { type: 'json' };

test('a dot between two facts goes to the next line with the fact behind it', () => {
  const breakable = JSON.stringify(en).match(/[^"]*·[^\u00a0][^"]*/g);
  expect(breakable).toBeNull();
});
