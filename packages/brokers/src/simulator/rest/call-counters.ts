/** What became of one client's calls of one route since the process began. */
export interface CallCount {
  /** Calls that arrived, those that a fault or a limit stopped included. */
  received: number;
  /** Calls that took effect, whether or not their answer arrived. */
  accepted: number;
  /** Calls that the broker decided to answer with a no. */
  refused: number;
}

export interface CallCounters {
  readonly count: (client: string, route: string, what: keyof CallCount) => void;
  /** By client, then by route. */
  readonly all: () => Readonly<Record<string, Readonly<Record<string, CallCount>>>>;
  readonly reset: () => void;
}

export function createCallCounters(): CallCounters {
  let counts: Record<string, Record<string, CallCount>> = {};
  return {
    count: (client, route, what) => {
      counts[client] ??= {};
      const ofClient = counts[client];
      ofClient[route] ??= { received: 0, accepted: 0, refused: 0 };
      ofClient[route][what] += 1;
    },
    all: () => structuredClone(counts),
    reset: () => {
      counts = {};
    },
  };
}
