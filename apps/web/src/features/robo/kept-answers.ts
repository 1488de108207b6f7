import { isRecord } from '../../lib/call-failure.ts';
import { type KeyValueStore, readKept } from '../../lib/kept.ts';

/** What is chosen so far, by question, and the question that one is at; on this device until it is sent. */
export interface GivenAnswers {
  readonly place: number;
  readonly chosen: Readonly<Record<string, string>>;
}

/** One place for each person: two people at one machine never see each other's. */
export function keyOfAnswers(userId: number | undefined): string {
  return `robo answers ${userId ?? 'nobody'}`;
}

export function keepAnswers(storage: KeyValueStore, key: string, given: GivenAnswers): void {
  storage.setItem(key, JSON.stringify(given));
}

export function forgetAnswers(storage: KeyValueStore, key: string): void {
  storage.removeItem(key);
}

/** `undefined` where nothing is kept, or it cannot be read. */
export function readAnswers(storage: KeyValueStore, key: string): GivenAnswers | undefined {
  const value = readKept(storage, key);
  if (!isRecord(value) || !isRecord(value['chosen'])) return undefined;
  const { place, chosen } = value;
  if (typeof place !== 'number' || !Number.isSafeInteger(place) || place < 0) return undefined;
  const kept = Object.entries(chosen).flatMap(([id, option]) =>
    typeof option === 'string' ? [[id, option] as const] : [],
  );
  return { place, chosen: Object.fromEntries(kept) };
}
