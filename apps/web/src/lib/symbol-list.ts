/** The first names of a list and how many more there are: `RELIANCE, TCS +4`. The whole list belongs in a tooltip. */
export function symbolsInShort(symbols: readonly string[], shown = 2): string {
  const rest = symbols.length - shown;
  // “+1” takes as much room as most names.
  if (rest <= 1) return symbols.join(', ');
  return `${symbols.slice(0, shown).join(', ')} +${rest}`;
}
