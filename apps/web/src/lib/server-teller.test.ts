import { expect, test } from 'vitest';
import { serverTeller } from './server-teller.ts';

const tell = serverTeller({
  server: {
    'Please sign in.': 'कृपया साइन इन करें।',
    'Plus, monthly': 'प्लस, हर महीने',
    'Stop reached.': 'स्टॉप लगा।',
    'Sold {{quantity}} {{symbol}}: {{why}}': '{{symbol}} के {{quantity}} बेचे: {{why}}',
    '{{name}} stopped.': '{{name}} रुका।',
  },
});

test('a sentence of the server is told in the language of the page, wherever it stands in an answer', () => {
  expect(
    tell({ status: false, message: 'Please sign in.', errors: [{ path: 'a', message: 'Please sign in.' }] }),
  ).toEqual({ status: false, message: 'कृपया साइन इन करें।', errors: [{ path: 'a', message: 'कृपया साइन इन करें।' }] });
});

test('values of a sentence keep, and a sentence within a sentence is told, too', () => {
  expect(tell([{ sentence: 'Sold 40 SBIN: Stop reached.' }])).toEqual([{ sentence: 'SBIN के 40 बेचे: स्टॉप लगा।' }]);
});

test('lists of sentences are told, and what people wrote in a ticket is theirs', () => {
  expect(tell({ reasons: ['Stop reached.', 'Its own.'] })).toEqual({ reasons: ['स्टॉप लगा।', 'Its own.'] });
  const message = { messageId: 1, from: 'person', text: 'Stop reached.' };
  expect(tell({ messages: [message] })).toEqual({ messages: [message] });
});

test('what the table lacks, names and figures stay as they are', () => {
  const answer = { message: 'Something new.', name: 'Please sign in.', candles: [1, 2], price: 3, none: null };
  expect(tell(answer)).toEqual(answer);
});

test('a plan is called by what it is, in the language of the page; a trick of the same name keeps it', () => {
  const said = {
    plans: [{ planId: 3, name: 'Plus, monthly' }],
    planName: 'Plus, monthly',
    trick: { name: 'Plus, monthly' },
  };
  expect(tell(said)).toEqual({
    plans: [{ planId: 3, name: 'प्लस, हर महीने' }],
    planName: 'प्लस, हर महीने',
    trick: { name: 'Plus, monthly' },
  });
});
