/** Keeps the values that were used last; what falls out is made again when it is asked for. */
export interface RecentCache<T> {
  readonly get: (key: string, make: () => T) => T;
}

export function createRecentCache<T>(capacity: number): RecentCache<T> {
  const kept = new Map<string, T>();
  return {
    get: (key, make) => {
      const known = kept.get(key);
      const value = known ?? make();
      if (known !== undefined) kept.delete(key);
      kept.set(key, value);
      if (kept.size > capacity) {
        const oldest = kept.keys().next();
        if (!oldest.done) kept.delete(oldest.value);
      }
      return value;
    },
  };
}
