import type { homeCalls } from '@trickdesk/contract';
import type { Handlers } from '../../http/handlers.ts';
import type { HomeService } from './service.ts';

export const homeHandlers = (home: HomeService): Handlers<typeof homeCalls> => ({
  headerdata: (caller) => home.header(caller.accountId),
  home: (caller) => home.firstPage(caller.accountId),
});
