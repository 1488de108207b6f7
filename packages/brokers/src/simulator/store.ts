/** One login of one client. Moments are wall-clock milliseconds. */
export interface StoredSession {
  readonly clientCode: string;
  readonly jwtToken: string;
  readonly refreshToken: string;
  readonly feedToken: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** False after logout: the tokens are unknown from then on. */
  readonly live: boolean;
  /** False once the refresh token has been used up. */
  readonly refreshable: boolean;
}

export interface StoredClock {
  /** Exchange time, milliseconds. */
  readonly position: number;
  readonly paused: boolean;
}

/** What the simulator keeps over a restart. */
export interface SimulatorStore {
  readonly loadSessions: () => Promise<readonly StoredSession[]>;
  readonly saveSession: (session: StoredSession) => Promise<void>;
  /** The last TOTP step that each client has used. */
  readonly loadTotpSteps: () => Promise<ReadonlyMap<string, number>>;
  readonly saveTotpStep: (clientCode: string, step: number) => Promise<void>;
  readonly loadClock: (sourceKey: string) => Promise<StoredClock | undefined>;
  readonly saveClock: (sourceKey: string, clock: StoredClock) => Promise<void>;
  /** Fault settings as JSON text. */
  readonly loadFaults: () => Promise<string | undefined>;
  readonly saveFaults: (json: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Forgets everything with the process; for tests and for trying things out. */
export function createMemoryStore(): SimulatorStore {
  const sessions = new Map<string, StoredSession>();
  const steps = new Map<string, number>();
  const clocks = new Map<string, StoredClock>();
  let faults: string | undefined;
  return {
    loadSessions: async () => [...sessions.values()],
    saveSession: async (session) => {
      sessions.set(session.jwtToken, session);
    },
    loadTotpSteps: async () => new Map(steps),
    saveTotpStep: async (clientCode, step) => {
      steps.set(clientCode, step);
    },
    loadClock: async (sourceKey) => clocks.get(sourceKey),
    saveClock: async (sourceKey, clock) => {
      clocks.set(sourceKey, clock);
    },
    loadFaults: async () => faults,
    saveFaults: async (json) => {
      faults = json;
    },
    close: async () => {},
  };
}
