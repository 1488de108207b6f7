export type { EventName, EventOf } from '@trickdesk/contract';

/** Where the stream is; `stream-core.test.ts` compares it with the contract, whose schemas the browser does not load. */
export const STREAM_PATH = '/userapi/stream';
