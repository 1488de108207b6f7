import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

/** What a process of the product did, as one line of JSON in its list. */
export interface Noted {
  readonly kind: 'module' | 'file';
  readonly name: string;
}

/** By `node:fs`; whatever reads a file goes through one of them. */
const OPENERS = ['openSync', 'readFileSync', 'open', 'readFile', 'createReadStream', 'copyFileSync'] as const;

const folder = process.env['NOTE_LOADED_IN'];
const role = process.env['ROLE'];
// Loaded before a process's own code, in every process that the supervisor starts; those without a role keep no list.
if (folder !== undefined && role !== undefined) noteIn(join(folder, `${role}.${process.pid}`));

function noteIn(list: string): void {
  const descriptor = fs.openSync(list, 'a');
  const note = (noted: Noted): void => {
    fs.writeSync(descriptor, `${JSON.stringify(noted)}\n`);
  };
  registerHooks({
    load: (url, context, next) => {
      note({ kind: 'module', name: url });
      return next(url, context);
    },
  });
  for (const name of OPENERS) noteCalls(fs, name, note);
  for (const name of ['open', 'readFile']) noteCalls(fs.promises, name, note);
  syncBuiltinESMExports();
}

function noteCalls(owner: object, name: string, note: (noted: Noted) => void): void {
  const real: unknown = Reflect.get(owner, name);
  if (typeof real !== 'function') throw new Error(`node:fs has no ${name}`);
  Reflect.set(owner, name, function noted(this: unknown, ...parts: unknown[]) {
    note({ kind: 'file', name: String(parts[0]) });
    return Reflect.apply(real, this, parts);
  });
}
