import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(
    toCsv(
      ['a', 'b'],
      [
        ['x,y', 'say "no"'],
        ['two\nlines', undefined],
      ],
    ),
  ).toBe('a,b\r\n"x,y","say ""no"""\r\n"two\nlines",');
});

test('a name that a spreadsheet would run as a formula is disarmed, a number is not', () => {
  expect(toCsv(['a'], [['=HYPERLINK("x")'], ['-1.50'], [-2.5], ['+91 98']])).toBe(
    'a\r\n"\'=HYPERLINK(""x"")"\r\n-1.50\r\n-2.5\r\n\'+91 98',
  );
});
