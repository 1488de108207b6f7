export { replayHandlers } from './calls.ts';
export { createReplayService, type ReplayService } from './service.ts';
