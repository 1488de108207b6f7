import { resolve } from 'node:path';
import { createLog } from '../platform/log.ts';
import { openTellers } from '../platform/tellers.ts';

/** Where the texts stand before the web app is built. */
export const WEB_DIR = resolve(import.meta.dirname, '../../../web/public');

/** Sentences in people's languages, from the file that browsers read. */
export const tellerOf = openTellers(WEB_DIR, createLog('silent'));
