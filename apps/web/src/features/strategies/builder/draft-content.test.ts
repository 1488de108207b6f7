import { expect, test } from 'vitest';
import { FIRST_DRAFT } from './draft.ts';
import { type Content, swapped, withOther } from './draft-content.ts';

const typed: Content = {
  ...{ draft: { ...FIRST_DRAFT, name: 'Typed' }, version: 2, found: false, revision: 0, before: undefined },
};
const other = { ...FIRST_DRAFT, name: 'Version 1' };

test('what was typed comes back after a version was taken into the fields over it, and can be left again', () => {
  const taken = withOther(typed, { draft: other, version: 3 }, { isChanged: true });
  expect(taken).toMatchObject({ draft: other, version: 3, revision: 1 });
  const back = swapped(taken);
  expect(back).toMatchObject({ draft: typed.draft, version: 2, revision: 2 });
  expect(swapped(back)).toMatchObject({ draft: other, version: 3, revision: 3 });
});

test('what a version has anyway is not kept, and does not take the place of what was typed', () => {
  const saved = withOther(typed, { draft: other, version: 2 }, { isChanged: false });
  expect(saved.before).toBeUndefined();
  expect(swapped(saved)).toBe(saved);
  const taken = withOther(typed, { draft: other, version: 2 }, { isChanged: true });
  expect(withOther(taken, { draft: FIRST_DRAFT, version: 2 }, { isChanged: false }).before?.draft).toBe(typed.draft);
});
