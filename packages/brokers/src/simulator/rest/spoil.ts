import { setTimeout as sleep } from 'node:timers/promises';
import type { RouteFault } from '../faults.ts';
import { failure, type Served, SOMETHING_WRONG, success, WAF_PAGE } from './reply.ts';

/** What the caller gets instead of an answer; `undefined` where the call goes on. */
export async function spoil(fault: RouteFault | undefined): Promise<Served | undefined> {
  if (!fault) return undefined;
  switch (fault.kind) {
    case 'slow':
      await pause(fault.ms);
      return undefined;
    case 'hang':
      await pause(fault.ms);
      return 'cut';
    case 'cut':
      return 'cut';
    case 'empty':
      return 'nothing';
    case 'waf':
      return WAF_PAGE;
    case 'http':
      return { kind: 'text', status: fault.status, type: 'text/plain', text: `Simulated fault ${fault.status}` };
    case 'ab1004':
      return SOMETHING_WRONG;
    case 'refuse':
      return failure(fault.code, fault.text);
    case 'null':
      return success(null);
  }
}

/** Waits without keeping the process alive: a simulator that is closed does not sit out its faults. */
export async function pause(ms: number): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { ref: false });
}
