import type { activityCalls } from '@trickdesk/contract';
import type { Handlers } from '../../http/handlers.ts';
import type { ActivityService } from './service.ts';

export const activityHandlers = (activity: ActivityService): Handlers<typeof activityCalls> => ({
  userlog: (caller, input) => activity.readLog(caller.accountId, input),
  userlogTrade: (caller, input) => activity.readTradeLog(caller.accountId, input),
});
