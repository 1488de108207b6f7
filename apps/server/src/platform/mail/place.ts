/** What a mail is sealed to. */
export const placeOfMail = (dedupeKey: string): string => `mail:${dedupeKey}`;
