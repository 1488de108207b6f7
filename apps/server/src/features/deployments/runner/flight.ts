/**
 * Statements of one transaction that are sent without waiting for one another. Whatever answers they give, an error of
 * an earlier one is told before that of a later one.
 */
export class Flight {
  #answers: Promise<unknown>[] = [];

  /** @returns the statement's own answer, for whoever needs it before the others */
  add<T>(answer: Promise<T>): Promise<T> {
    // Told by `landed`, or by the end of the transaction.
    answer.catch(() => undefined);
    this.#answers.push(answer);
    return answer;
  }

  /** Resolves when all that was added so far is answered. @throws the earliest error */
  async landed(): Promise<void> {
    for (const answer of this.#answers) await answer;
    this.#answers = [];
  }
}
