/** The browser's local storage, or what stands for it in a test. */
export interface KeyValueStore {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
  readonly removeItem: (key: string) => void;
}

/** What is kept as JSON on this device, unchecked; `undefined` where nothing is, or what is there is no JSON. */
export function readKept(storage: KeyValueStore, key: string): unknown {
  const text = storage.getItem(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    console.warn(`what is kept as "${key}" is not JSON; it is left out`, error);
    return undefined;
  }
}
