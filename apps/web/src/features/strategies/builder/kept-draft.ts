import { isRecord } from '../../../lib/call-failure.ts';
import { type KeyValueStore, readKept } from '../../../lib/kept.ts';
import { type Draft, FIRST_DRAFT } from './draft.ts';

/** What was typed and not saved yet, on this device alone. */
export interface KeptDraft {
  readonly draft: Draft;
  /** The version that it began from; 0 where the trick was never saved. */
  readonly version: number;
}

/** One place for each person and trick, or other origin: two people at one machine never see each other's. */
export function keyOfDraft(userId: number | undefined, written: number | string | undefined): string {
  return `builder ${userId ?? 'nobody'} ${written ?? 'new'}`;
}

export function keepDraft(storage: KeyValueStore, key: string, kept: KeptDraft): void {
  storage.setItem(key, JSON.stringify(kept));
}

export function forgetDraft(storage: KeyValueStore, key: string): void {
  storage.removeItem(key);
}

/** `undefined` where there is none, or it is of another release and cannot be read. */
export function readDraft(storage: KeyValueStore, key: string): KeptDraft | undefined {
  const value = readKept(storage, key);
  if (!isRecord(value) || typeof value['version'] !== 'number' || !isRecord(value['draft'])) return undefined;
  const { draft, version } = value;
  return hasShapeOf(draft, FIRST_DRAFT) ? { draft: withoutNulls(draft), version } : undefined;
}

/** Fields that may be empty are not written down, so only those that are always there are looked for. */
function hasShapeOf(draft: Record<string, unknown>, model: Draft): boolean {
  return Object.entries(model).every(
    ([name, value]) => value === undefined || typeof value === 'number' || sameKind(draft[name], value),
  );
}

function sameKind(one: unknown, other: unknown): boolean {
  return (
    typeof one === typeof other && Array.isArray(one) === Array.isArray(other) && (one === null) === (other === null)
  );
}

/** A number that was no number yet is written down as `null`. */
function withoutNulls(draft: Record<string, unknown>): Draft {
  const clean = (value: unknown): unknown => {
    if (value === null) return undefined;
    if (Array.isArray(value)) return value.map(clean);
    return isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, clean(each)]))
      : value;
  };
  // Its shape has been looked at.
  return clean(draft) as Draft;
}
