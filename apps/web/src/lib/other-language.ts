import './devanagari.css';

/** What a page in another language than English needs beside its texts, in files that only such a page loads. */
export { serverTeller } from './server-teller.ts';
