/** The languages that the product speaks; the first is the one of whoever has chosen none. */
export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];
