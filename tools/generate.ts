import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles } from './repository/generated-files.ts';
import { repositoryRoot } from './repository/source-tree.ts';

/** `npm run generate` writes the committed files that are made from others; `--check` only says which are behind. */
const onlyCheck = process.argv.includes('--check');
for (const [file, text] of Object.entries(generatedFiles())) {
  const path = join(repositoryRoot, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  if (onlyCheck) {
    process.stdout.write(`${file} is not what it is made from says: npm run generate\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, text);
    process.stdout.write(`${file} written\n`);
  }
}
