import { expect, test } from 'vitest';
import { serverTeller } from './server-teller.ts';

const tell = serverTeller({
  'Please sign in.': 'कृपया साइन इन करें।',
  'Stop reached.': 'स्टॉप लगा।',
  'Sold {{quantity}} {{symbol}}: {{why}}': '{{symbol}} के {{quantity}} बेचे: {{why}}',
  '{{name}} stopped.': '{{name}} रुका।',
});

test('a sentence of the server is told in the language of the page, wherever it stands in an answer', () => {
  expect(
    tell({ status: false, message: 'Please sign in.', errors: [{ path: 'a', message: 'Please sign in.' }] }),
  ).toEqual({ status: false, message: 'कृपया साइन इन करें।', errors: [{ path: 'a', message: 'कृपया साइन इन करें।' }] });
});

test('values of a sentence keep, and a sentence within a sentence is told, too', () => {
  expect(tell([{ sentence: 'Sold 40 SBIN: Stop reached.' }])).toEqual([{ sentence: 'SBIN के 40 बेचे: स्टॉप लगा।' }]);
});

test('what the table lacks, names and figures stay as they are', () => {
  const answer = { message: 'Something new.', name: 'Please sign in.', candles: [1, 2], price: 3, none: null };
  expect(tell(answer)).toEqual(answer);
});
