/** The languages of the screens; the first is the default. */
export const LANGUAGES = ['en', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];
/** Where this device keeps its choice. */
export const LANGUAGE_KEY = 'language';
