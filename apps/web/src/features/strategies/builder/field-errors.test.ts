import { expect, test } from 'vitest';
import { check } from './check.worker.ts';
import { definitionOf, FIRST_DRAFT, twiceNamed } from './draft.ts';
import { blanksBefore, errorsAt, withError } from './field-errors.ts';

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

test('rules with two parameters of one name are not right, though the definition holds one of them', () => {
  const [fast, slow] = FIRST_DRAFT.parameters;
  if (!fast || !slow) throw new Error('the first draft has two parameters');
  const draft = { ...FIRST_DRAFT, parameters: [fast, slow, { ...fast, default: 20 }] };
  const checked = check({ definition: definitionOf(draft), conditions: draft.conditions, capitalPaise: 1 });
  expect(checked.errors).toEqual([]);
  expect([twiceNamed(FIRST_DRAFT), twiceNamed(draft)]).toEqual([undefined, 'fast']);
  const error = { path: 'parameters.fast', message: 'twice' };
  // What it would say and do is of one of the two: nothing is said, shown or tested until it is mended.
  expect(withError(checked, error)).toEqual({ errors: [error], blocks: checked.blocks });
  expect(withError(checked, undefined)).toBe(checked);
});
