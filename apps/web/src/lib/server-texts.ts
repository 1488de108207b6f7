/** Puts what the server says in English into the language of the page: the same answer with other sentences. */
export type ServerTeller = (answer: unknown) => unknown;

let teller: ServerTeller | undefined;

/** Set by the choice of a language; English needs none. */
export function tellServerTexts(given: ServerTeller | undefined): void {
  teller = given;
}

/** An answer of the server as a person of this page's language reads it. */
export function asTold(answer: unknown): unknown {
  return teller ? teller(answer) : answer;
}
