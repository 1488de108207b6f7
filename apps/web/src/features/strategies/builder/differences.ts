import { rupees } from '../../../lib/format.ts';
import type { Definition } from './draft.ts';

export interface Difference {
  /** Dotted: `entry.long`, `risk.stopLoss.percent`. */
  readonly path: string;
  /** Absent where it was not there. */
  readonly before?: string;
  readonly after?: string;
}

/** What one version has otherwise than another, field by field, in the order of the definition. */
export function differencesOf(before: Definition, after: Definition): Difference[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return paths.flatMap((path): Difference[] => {
    const [was, is] = [old.get(path), now.get(path)];
    if (was === is) return [];
    return [{ path, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }];
  });
}

/** Money has another unit in the fields, which is the one that a person knows it by. */
function textOf(value: unknown, path: string): string {
  return typeof value === 'number' && path.endsWith('Paise') ? rupees(value) : String(value);
}

/** Lists of plain values and instruments are one line each: their parts mean nothing alone. */
function leavesOf(definition: Definition): Map<string, string> {
  const { instruments, session, ...rest } = definition;
  const { weekdays, ...hours } = session;
  const leaves = new Map([['instruments', instruments.map(({ symbol }) => symbol).join(', ')]]);
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) visit(inner, path === '' ? name : `${path}.${name}`);
    } else if (value !== undefined) leaves.set(path, textOf(value, path));
  };
  visit(hours, 'session');
  leaves.set('session.weekdays', weekdays.toSorted((a, b) => a - b).join(', '));
  visit(rest, '');
  return leaves;
}
