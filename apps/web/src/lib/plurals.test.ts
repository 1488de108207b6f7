import { expect, test } from 'vitest';
import en from '../../public/assets/locales/en.json' with { type: 'json' };

const FORM = /_(?:zero|one|other)$/;
/** A count is interpolated as it is, or grouped the Indian way beside it. */
const COUNTED = /\{\{(?:count|formatted)\}\}/;
/** A value and a word that ends as a plural does; the verbs among them are no nouns. */
const PLURAL_NOUN = /\{\{\w+\}\} (?!(?:is|leads|closes)\b)[a-z]+s\b/;

type Texts = { readonly [key: string]: string | Texts };

function textsOf(part: Texts, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(part).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : textsOf(value, `${path}${key}.`),
  );
}

/** Keys whose count has no form of its own for one, or none for the others. */
function keysWithoutBothForms(texts: Texts): readonly string[] {
  const all = new Map(textsOf(texts));
  return [...all]
    .filter(([key, text]) => FORM.test(key) || COUNTED.test(text))
    .filter(([key]) => {
      const stem = key.replace(FORM, '');
      return all.has(stem) || !all.has(`${stem}_one`) || !all.has(`${stem}_other`);
    })
    .map(([key]) => key);
}

/** Texts that write a plural behind a value that may be 1. */
function fixedPlurals(texts: Texts): readonly string[] {
  return textsOf(texts)
    .filter(([key, text]) => !/_(?:zero|other)$/.test(key) && PLURAL_NOUN.test(text))
    .map(([key, text]) => `${key}: ${text}`);
}

test('a text with a count has a form for one and a form for many', () => {
  expect(keysWithoutBothForms({ a: '{{count}} rows', b_other: '{{formatted}} rows', c: { d_one: 'One row' } })).toEqual(
    ['a', 'b_other', 'c.d_one'],
  );
  expect(keysWithoutBothForms({ a_one: '{{count}} row', a_other: '{{count}} rows', b: 'Row {{name}}' })).toEqual([]);
  expect(keysWithoutBothForms(en)).toEqual([]);
});

test('no text puts a plural behind a number that may be one', () => {
  expect(fixedPlurals({ a: '{{trades}} trades, {{users}} users', b_other: '{{count}} days' })).toHaveLength(1);
  expect(fixedPlurals(en)).toEqual([]);
});
