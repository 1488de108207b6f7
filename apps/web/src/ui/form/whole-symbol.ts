export interface FoundShare {
  readonly symbol: string;
  readonly name: string;
}

/** The one of what was found whose symbol is what was typed, in whatever case. */
export function wholeSymbol<Found extends FoundShare>(typed: string, found: readonly Found[]): Found | undefined {
  const symbol = typed.trim().toUpperCase();
  return found.find((one) => one.symbol === symbol);
}
