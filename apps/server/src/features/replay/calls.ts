import type { replayCalls } from '@trickdesk/contract';
import type { Handlers } from '../../http/handlers.ts';
import type { ReplayService } from './service.ts';

export const replayHandlers = (replay: ReplayService): Handlers<typeof replayCalls> => ({
  replayday: async ({ accountId }, { TricksId, date, symbol, parameters }) => ({
    replay: await replay.read({ accountId, deploymentId: TricksId, day: date, symbol, changes: parameters }),
  }),
  replaybacktest: async ({ accountId }, { BacktestId, date, symbol, parameters }) => ({
    replay: await replay.readBacktest({ accountId, backtestId: BacktestId, day: date, symbol, changes: parameters }),
  }),
});
