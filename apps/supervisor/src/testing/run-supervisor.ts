import { runCommand } from '../main.ts';

/** The supervisor on another checkout: `node run-supervisor.ts <checkout> [flags]`. */
const [root = '', ...flags] = process.argv.slice(2);
await runCommand(root, flags);
