// Plain JavaScript, so that an old Node can still say what is missing.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `Trickdesk runs on Node.js 24 or later; this is ${process.version}.\n` +
      'On Linux and Windows "npm ci" installs the right one and "npm start" finds it: was npm ci run with --omit=optional?\n' +
      'On macOS, install Node.js 24 from https://nodejs.org.',
  );
  process.exit(1);
}
const { compileAhead } = await import('./compile-ahead.mjs');
const compiled = compileAhead();
const { main } = await import('./src/main.ts');
await main(process.argv.slice(2), compiled);
