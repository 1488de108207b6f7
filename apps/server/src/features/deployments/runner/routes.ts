import type { RunSession } from './run-session.ts';

const NOBODY: readonly RunSession[] = [];

/** Which runs hear of an instrument's prices. */
export class Routes {
  readonly #byInstrument = new Map<number, RunSession[]>();

  of(instrumentId: number): readonly RunSession[] {
    return this.#byInstrument.get(instrumentId) ?? NOBODY;
  }

  get instrumentIds(): readonly number[] {
    return [...this.#byInstrument.keys()];
  }

  add(session: RunSession, instrumentIds: readonly number[]): void {
    for (const id of instrumentIds) {
      const sessions = this.#byInstrument.get(id);
      if (sessions) sessions.push(session);
      else this.#byInstrument.set(id, [session]);
    }
  }

  remove(session: RunSession): void {
    for (const [instrumentId, sessions] of this.#byInstrument) {
      const others = sessions.filter((other) => other !== session);
      if (others.length > 0) this.#byInstrument.set(instrumentId, others);
      else this.#byInstrument.delete(instrumentId);
    }
  }

  clear(): void {
    this.#byInstrument.clear();
  }
}
