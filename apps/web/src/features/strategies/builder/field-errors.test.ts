import { expect, test } from 'vitest';
import { check } from './check.worker.ts';
import { definitionOf, FIRST_DRAFT } from './draft.ts';
import { blanksBefore, errorsAt } from './field-errors.ts';

test('what is wrong in a condition is marked where it stands, behind blanks and empty lines as well', () => {
  for (const before of ['', '  ', '\n\n ']) {
    const text = `${before}close > clsoe\n`;
    const conditions = { ...FIRST_DRAFT.conditions, entryLong: text };
    const { errors } = check({ definition: definitionOf({ ...FIRST_DRAFT, conditions }), conditions, capitalPaise: 1 });
    const [found] = errorsAt(errors, 'entry.long', blanksBefore(text));
    const { offset = 0, length = 0 } = found?.at ?? {};
    expect(text.slice(offset, offset + length)).toBe('clsoe');
  }
});
