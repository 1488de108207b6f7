import { keepPreference, readPreference } from './skin.ts';

/** A choice of this device that stands as an attribute at the root, so that styles follow it without a render. */
export interface RootPreference<Choice extends string> {
  readonly read: () => Choice;
  readonly set: (choice: Choice) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * @param attribute `gains` is `data-gains` at `<html>`; `public/early.js` sets it before the first paint
 * @param choices the first is the default, and stands for a stored text that is none of them
 */
export function rootPreference<Choice extends string>(
  attribute: string,
  key: string,
  choices: readonly [Choice, ...Choice[]],
): RootPreference<Choice> {
  const listeners = new Set<() => void>();
  return {
    read: () => {
      const stored = document.documentElement.dataset[attribute] ?? readPreference(key);
      return choices.find((choice) => choice === stored) ?? choices[0];
    },
    set: (choice) => {
      document.documentElement.dataset[attribute] = choice;
      keepPreference(key, choice);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
