import { isRecord } from './call-failure.ts';
import type { KeyValueStore } from './kept.ts';

/** Rules that are saved nowhere, on their way from where they are written to where they are tested. */
export interface RulesToTest {
  readonly name: string;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly capitalPaise: number;
  /** Where they are written: a path of this app. */
  readonly writtenAt: string;
}

/** Of each person on this device the last ones. */
const keyOf = (userId: number | undefined): string => `rules to test ${userId ?? 'nobody'}`;

export function keepRulesToTest(storage: KeyValueStore, userId: number | undefined, rules: RulesToTest): void {
  storage.setItem(keyOf(userId), JSON.stringify(rules));
}

/** `undefined` where there are none, or they are of another release and cannot be read. */
export function readRulesToTest(storage: KeyValueStore, userId: number | undefined): RulesToTest | undefined {
  const text = storage.getItem(keyOf(userId));
  if (text === null) return undefined;
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch (error) {
    console.warn('rules that were kept to be tested are not JSON; they are left out', error);
    return undefined;
  }
  if (!isRecord(kept)) return undefined;
  const { name, definition, capitalPaise, writtenAt } = kept;
  if (typeof name !== 'string' || typeof capitalPaise !== 'number' || !isRecord(definition)) return undefined;
  return typeof writtenAt === 'string' && writtenAt.startsWith('/builder')
    ? { name, definition, capitalPaise, writtenAt }
    : undefined;
}
