/** The product's tables, as Kysely sees them. */
// biome-ignore lint/suspicious/noEmptyInterface: the tables come with their migrations
export interface Schema {}
