import { REFUSALS } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import en from '../../public/assets/locales/en.json' with { type: 'json' };
import hindi from '../../public/assets/locales/hi.json' with { type: 'json' };

type Texts = { readonly [key: string]: string | Texts };

const { server, serverParts, ...hi } = hindi;

function textsOf(part: Texts, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(part).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : textsOf(value, `${path}${key}.`),
  );
}

const english = new Map(textsOf(en));
const translated = new Map(textsOf(hi));
const holes = (text: string): readonly string[] => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted();

/** Names, units, signs and file names, which Hindi writes as English does; `LOCK` and `STOP` are typed by people. */
const LATIN_WORDS =
  /^(?:[^A-Za-z]|\{\{\w+\}\}|GST|IGST|CGST|SGST|PAN|KYC|IFSC|OTP|PDF|SIP|XIRR|VWAP|KB|MB|ID|Trickdesk|English|ROBO Pro|Robo Pro|API key|PIN|LOCK|STOP|Ctrl K|baskets-returns-before-charges)*$/;

test('Hindi has exactly the texts that English has', () => {
  expect([...english.keys()].filter((key) => !translated.has(key))).toEqual([]);
  expect([...translated.keys()].filter((key) => !english.has(key))).toEqual([]);
});

test('a text of Hindi interpolates the same values', () => {
  const differing = [...english].filter(
    ([key, text]) => String(holes(translated.get(key) ?? '')) !== String(holes(text)),
  );
  expect(differing).toEqual([]);
});

test('no text of Hindi is left in English', () => {
  const isHindi = /[\u0900-\u097f]/;
  const left = [...translated].filter(([, text]) => !isHindi.test(text) && !LATIN_WORDS.test(text));
  expect(left).toEqual([]);
});

test('digits are Latin, and sentences end as Hindi ends them', () => {
  const texts = [...translated, ...Object.entries(server), ...Object.entries(serverParts)];
  expect(texts.filter(([, text]) => /[\u0966-\u096f]/.test(text))).toEqual([]);
  expect(texts.filter(([, text]) => /[\u0900-\u097f]\.$/.test(text) && !/(?:से|घं|मि|नं)\.$/.test(text))).toEqual([]);
});

test('a dot between two facts goes to the next line with the fact behind it, in Hindi too', () => {
  expect(JSON.stringify(hindi).match(/[^"]*·[^\u00a0][^"]*/g)).toBeNull();
});

test('the words that a person types to confirm can be typed on any keyboard', () => {
  expect([hi.risk.lock.word, hi.risk.kill.word]).toEqual([en.risk.lock.word, en.risk.kill.word]);
});

test('a text that names a button names it as the button does', () => {
  expect(hi.tickets.noneText).toContain(hi.orders.ask.order);
});

test('every refusal is told in Hindi', () => {
  const sentences: Readonly<Record<string, string>> = server;
  expect(Object.values(REFUSALS).filter(({ message }) => sentences[message] === undefined)).toEqual([]);
});

const ofServer = [...Object.entries(server), ...Object.entries(serverParts)];

test('what the server says interpolates the same values', () => {
  expect(ofServer.filter(([said, told]) => String(holes(said)) !== String(holes(told)))).toEqual([]);
});

test('two values of a sentence of the server never touch: nobody could tell where one ends', () => {
  expect(ofServer.filter(([said]) => said.includes('}}{{'))).toEqual([]);
});

test('a sentence of the server stands in the table once, whatever its values are called', () => {
  for (const table of [server, serverParts]) {
    // A ticker is no value like the others: it is told from them by its capitals.
    const unnamed = Object.keys(table).map((said) => said.replace(/\{\{(?!ticker\}\})\w+\}\}/g, '{{}}'));
    expect(unnamed.filter((said, i) => unnamed.indexOf(said) !== i)).toEqual([]);
  }
});
