import type { Plugin } from 'vite';
import { type Bundle, filesOf } from './chunks.ts';

/** What each kind of first page needs beside the start of the app. */
const PAGES = { guest: ['login-page'], desk: ['desk'], home: ['home-page'] } as const;
const START = ['index'] as const;
/** Reads what stands before it. */
const READER = '<script src="/early.js">';

/**
 * Names in the page what its first pages need, for `public/early.js`: which of them opens is known before the app's start
 * has arrived, and asking for its code only then costs a slow line a second.
 */
export function codeAhead(): Plugin {
  return {
    name: 'code-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        if (!bundle) return html;
        if (!html.includes(READER)) throw new Error(`index.html has no ${READER}`);
        return html.replace(READER, () => namedIn(bundle) + READER);
      },
    },
  };
}

function namedIn(bundle: Bundle): string {
  const known = new Set(filesOf(bundle, START));
  const tags = Object.entries(PAGES).map(([page, names]) => {
    const files = [...filesOf(bundle, names)].filter((file) => !known.has(file));
    // Home stands in the desk's shell.
    if (page === 'desk') for (const file of files) known.add(file);
    return `<meta name="ahead-${page}" content="${files.map((file) => `/${file}`).join(' ')}" />\n    `;
  });
  return tags.join('');
}
