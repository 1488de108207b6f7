import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { askedWords } from './asked-words.ts';

const own = {
  asked: { modify: 'a change', cancel: 'a cancellation' },
  askedTerms: '{{quantity}} at {{price}}',
  askedStop: '{{quantity}} at {{price}} from {{trigger}}',
};

test('a change that is not confirmed is named with its terms, a cancellation as such, and nothing where nothing was asked', async () => {
  const t = await createInstance().init({ lng: 'en', resources: { en: { translation: { orders: { own } } } } });
  expect(askedWords({}, t)).toBeUndefined();
  expect(askedWords({ asked: 'cancel' }, t)).toBe('a cancellation');
  expect(askedWords({ asked: 'modify' }, t)).toBe('a change');
  const askedTerms = { quantity: 1_200, price: 598.5 };
  expect(askedWords({ asked: 'modify', askedTerms }, t)).toBe('1,200 at 598.50');
  const stop = { ...askedTerms, triggerPrice: 599 };
  expect(askedWords({ asked: 'modify', askedTerms: stop }, t)).toBe('1,200 at 598.50 from 599.00');
});
