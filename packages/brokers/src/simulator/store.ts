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

/** A row of the order desk. `json: null` deletes it. */
export interface OrderRow {
  readonly kind: string;
  readonly key: string;
  readonly json: string;
}
export interface OrderRowChange extends Omit<OrderRow, 'json'> {
  readonly json: string | null;
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
  /** JSON texts of one kind (rules, authorisations), in no order. */
  readonly loadDocuments: (kind: string) => Promise<readonly string[]>;
  readonly saveDocument: (kind: string, key: string, json: string) => Promise<void>;
  /** Rows of the order desk of one source, in no order. */
  readonly loadOrderRows: (sourceKey: string) => Promise<readonly OrderRow[]>;
  /** Changed rows and the clock's position that they belong to: all or nothing. */
  readonly saveOrderRows: (sourceKey: string, changes: readonly OrderRowChange[], clock: StoredClock) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Forgets everything with the process; for tests and for trying things out. */
export function createMemoryStore(): SimulatorStore {
  const sessions = new Map<string, StoredSession>();
  const steps = new Map<string, number>();
  const clocks = new Map<string, StoredClock>();
  const documents = new Map<string, { readonly kind: string; readonly json: string }>();
  const orderRows = new Map<string, OrderRow & { readonly sourceKey: string }>();
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
    loadDocuments: async (kind) =>
      [...documents.values()].filter((document) => document.kind === kind).map(({ json }) => json),
    saveDocument: async (kind, key, json) => {
      documents.set(`${kind}|${key}`, { kind, json });
    },
    loadOrderRows: async (sourceKey) => [...orderRows.values()].filter((row) => row.sourceKey === sourceKey),
    saveOrderRows: async (sourceKey, changes, clock) => {
      for (const { kind, key, json } of changes) {
        const name = `${sourceKey}|${kind}|${key}`;
        if (json === null) orderRows.delete(name);
        else orderRows.set(name, { sourceKey, kind, key, json });
      }
      clocks.set(sourceKey, clock);
    },
    close: async () => {},
  };
}
