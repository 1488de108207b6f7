const SECOND_MS = 1_000;

/** Counts each client's writes over the last wall second. */
export interface OrderRate {
  /** False where the client has used up its second; such a try does not count. */
  readonly take: (clientCode: string, perSecond: number | undefined) => boolean;
}

export function createOrderRate(wall: () => number): OrderRate {
  const taken = new Map<string, readonly number[]>();
  return {
    take: (clientCode, perSecond) => {
      const now = wall();
      const recent = (taken.get(clientCode) ?? []).filter((at) => now - at < SECOND_MS);
      if (perSecond !== undefined && recent.length >= perSecond) return false;
      taken.set(clientCode, [...recent, now]);
      return true;
    },
  };
}
