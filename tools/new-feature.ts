import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { featureFiles, isFeatureName } from './repository/feature-files.ts';
import { repositoryRoot } from './repository/source-tree.ts';

/** `npm run new-feature <name>`: the files of a feature on each side, ready to be filled. */
const [name = ''] = process.argv.slice(2);
if (!isFeatureName(name)) {
  process.stderr.write('name the feature in kebab-case: npm run new-feature price-alerts\n');
  process.exit(1);
}
const files = featureFiles(name);
const taken = Object.keys(files).filter((file) => existsSync(join(repositoryRoot, file)));
if (taken.length > 0) {
  process.stderr.write(`already there: ${taken.join(', ')}\n`);
  process.exit(1);
}
for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(join(repositoryRoot, file)), { recursive: true });
  writeFileSync(join(repositoryRoot, file), text);
}
process.stdout.write(
  `${Object.keys(files).join('\n')}\n\nNext: declare its calls and add them to allCalls in packages/contract/src/index.ts, ` +
    'bind its handlers in apps/server/src/compose, its pages in apps/web/src/app, and its line in the map of ARCHITECTURE.md.\n',
);
