export { LANGUAGES, type Language } from '@trickdesk/domain';
/** Where this device keeps its choice. */
export const LANGUAGE_KEY = 'language';
