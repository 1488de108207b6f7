/**
 * The parts of the texts that the first pages say: the sign-in and what is around it, the shell, home. They are a file of
 * their own, a fifth of the whole, so that nobody waits for the rest before the first page. `first-texts.test.ts` finds
 * what these pages say that is not named here.
 */
const FIRST_PARTS: ReadonlySet<string> = new Set([
  'accounts',
  'chart',
  'common',
  'connection',
  'failure',
  'figures',
  'form',
  'home',
  'mode',
  'nav',
  'shell',
  'strategies',
  'table',
  'toast',
  'track',
]);

/** The two files that English is loaded from; the build cuts them out of `en.json`. */
export const FIRST_TEXTS = '/assets/locales/en.first.json';
export const OTHER_TEXTS = '/assets/locales/en.rest.json';

type Texts = Readonly<Record<string, unknown>>;

/** Every part is in one of the two. */
export function partTexts(whole: Texts): { readonly first: Texts; readonly rest: Texts } {
  const parts = (isFirst: boolean): Texts =>
    Object.fromEntries(Object.entries(whole).filter(([name]) => FIRST_PARTS.has(name) === isFirst));
  return { first: parts(true), rest: parts(false) };
}
