import { openLeaseSet } from '../lease-set.ts';

/** A process that holds one lease until it is ended, and says whether it may act, first of all after a pause. */
const [target = '', key = ''] = process.argv.slice(2);
const set = await openLeaseSet(target);
const held = await set.tryAcquire(key);
process.stdout.write(`held ${held}\n`);
let last: boolean | undefined;
let askedAtMs = performance.now();
setInterval(() => {
  const now = set.mayAct();
  if (performance.now() - askedAtMs > 1_000) process.stdout.write(`woke ${now}\n`);
  askedAtMs = performance.now();
  if (now !== last) process.stdout.write(`may act ${now}\n`);
  last = now;
}, 50);
void set.lost.then(() => process.stdout.write('lost\n'));
