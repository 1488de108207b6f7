import { useEffect, useRef } from 'react';

/**
 * What a form takes over of what it was filled in from, once that has changed: the fields that nobody has typed in since.
 *
 * @param known as it was when the form last took it over
 */
export function followed<Values extends object>(values: Values, known: Values, latest: Values): Partial<Values> {
  const changes: Partial<Values> = {};
  for (const name in latest) {
    if (latest[name] !== known[name] && values[name] === known[name]) changes[name] = latest[name];
  }
  return changes;
}

interface FollowingForm<Values extends object> {
  readonly values: Values;
  readonly set: (changes: Partial<Values>) => void;
}

/** Keeps what is not typed in a form as it is elsewhere: changed in another tab, or by what was filled meanwhile. */
export function useFollowing<Values extends object>({ values, set }: FollowingForm<Values>, latest: Values): void {
  const known = useRef(latest);
  useEffect(() => {
    const changes = followed(values, known.current, latest);
    known.current = latest;
    if (Object.keys(changes).length > 0) set(changes);
  });
}
