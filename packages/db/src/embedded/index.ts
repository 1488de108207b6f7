export { isRunning } from './process-state.ts';
export { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from './start-embedded.ts';
