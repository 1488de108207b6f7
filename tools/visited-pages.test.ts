import { expect, test, vi } from 'vitest';
import { ADDRESSES } from '../e2e/src/visited-pages.ts';

/** Named and not written, since the types of the browser's side are checked by a project of its own. */
const ROUTER = '../apps/web/src/app/router.tsx';

test('the walk through all pages leaves out no address of the router', async () => {
  // The router asks whether somebody is signed in, which a browser keeps there, and its calls watch for the page to be left.
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('window', new EventTarget());
  const { router }: { readonly router: { readonly routesByPath: object } } = await import(ROUTER);
  vi.unstubAllGlobals();
  expect([...ADDRESSES].toSorted()).toEqual(Object.keys(router.routesByPath).toSorted());
});
