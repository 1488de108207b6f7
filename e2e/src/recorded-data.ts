import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Real market data beside the checkout; it is never part of it. `undefined`, and said so, where it is absent. */
export function recordedData(): string | undefined {
  const folder = fileURLToPath(new URL('../../../shared/data', import.meta.url));
  if (existsSync(folder)) return folder;
  console.log(`skipped: there is no ${folder} with recorded market data`);
  return undefined;
}
