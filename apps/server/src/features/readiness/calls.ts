import type { readinessCalls } from '@trickdesk/contract';
import type { Handlers } from '../../http/handlers.ts';
import type { ReadinessService } from './service.ts';
import { boardToWire } from './wire.ts';

export const readinessHandlers = (board: ReadinessService): Handlers<typeof readinessCalls> => ({
  readiness: async (caller) => boardToWire(await board.read(caller.accountId), board.simulated),
});
