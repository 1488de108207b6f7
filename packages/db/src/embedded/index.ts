export { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from './start-embedded.ts';
