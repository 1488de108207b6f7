/** The query of an address as text fields. */
export type Query = Readonly<Record<string, string>>;

export function queryOf(search: unknown): Query {
  return Object.fromEntries(Object.entries(search ?? {}).map(([key, value]) => [key, String(value)]));
}
