import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FIRST_TEXTS, OTHER_TEXTS, partTexts } from './first-texts.ts';
import { day, dayInFull } from './format.ts';
import { chooseLanguage, otherTexts, startTexts, texts } from './i18n.ts';
import { asTold, tellServerTexts } from './server-texts.ts';

const page = { documentElement: { lang: 'en' } };
let missing: readonly string[] = [];
const asked: string[] = [];

/** As the build cuts them. */
function textsAt(path: string): unknown {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`../../public${name}`, import.meta.url), 'utf8'));
  const { first, rest } = partTexts(read('/assets/locales/en.json'));
  return path === FIRST_TEXTS ? first : path === OTHER_TEXTS ? rest : read(path);
}

beforeEach(() => {
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    if (missing.some((each) => path.includes(each))) return new Response('', { status: 503 });
    return Response.json(textsAt(path));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  missing = [];
  asked.length = 0;
  page.documentElement.lang = 'en';
  tellServerTexts(undefined);
  texts.removeResourceBundle('hi', 'translation');
});

test('without a choice the page is English, and neither another language nor what comes later is waited for', async () => {
  await startTexts(undefined);
  expect(texts.t('nav.home')).toBe('Home');
  expect(asked).toEqual([FIRST_TEXTS]);
});

test('what the first pages do not say is asked for once, and again after it could not be had', async () => {
  await startTexts(undefined);
  asked.length = 0;
  missing = [OTHER_TEXTS];
  await expect(otherTexts()).rejects.toThrow('503');
  missing = [];
  await Promise.all([otherTexts(), otherTexts()]);
  await otherTexts();
  expect(asked).toEqual([OTHER_TEXTS, OTHER_TEXTS]);
  expect(texts.t('wallet.title')).toBe('Wallet');
  expect(texts.t('nav.home')).toBe('Home');
});

test('the stored choice of Hindi names the page so, and dates and server sentences follow', async () => {
  await startTexts('hi');
  expect(page.documentElement.lang).toBe('hi');
  expect(texts.t('nav.home')).toBe('होम');
  expect(dayInFull('2026-11-12')).toBe('12 नव॰ 2026');
  expect(asTold({ message: 'Please sign in.' })).not.toEqual({ message: 'Please sign in.' });
  await chooseLanguage('en');
  expect(page.documentElement.lang).toBe('en');
  expect(day(0, 0)).toBe('1 Jan');
  expect(asTold({ message: 'Please sign in.' })).toEqual({ message: 'Please sign in.' });
});

test('where the texts of a language cannot be had the page stands in English', async () => {
  missing = ['hi.json'];
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await startTexts('hi');
  expect(texts.t('nav.home')).toBe('Home');
  expect(page.documentElement.lang).toBe('en');
  await expect(chooseLanguage('hi')).rejects.toThrow('503');
});

test('a stored text that is no language is English', async () => {
  missing = ['xx.json'];
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await startTexts('xx');
  expect(texts.language).toBe('en');
});
