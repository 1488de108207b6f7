/**
 * What was typed in the other units of a field whose unit is chosen beside it. A number means something else in each: 20 %
 * of the capital for a trade is no 20 % that its stop may lose, so none is taken along.
 */
export class OtherAmounts<Unit extends string> {
  readonly #typed = new Map<Unit, number | undefined>();
  readonly #starts: Readonly<Partial<Record<Unit, number>>>;

  /** @param starts what a unit begins with that nothing was typed in; empty where it has none */
  constructor(starts: Readonly<Partial<Record<Unit, number>>>) {
    this.#starts = starts;
  }

  /** Keeps what stands there. @returns what stands there in the other unit */
  change(from: Unit, amount: number | undefined, to: Unit): number | undefined {
    this.#typed.set(from, amount);
    return this.#typed.has(to) ? this.#typed.get(to) : this.#starts[to];
  }
}
