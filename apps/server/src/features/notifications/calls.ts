import type { notificationCalls } from '@trickdesk/contract';
import type { Handlers } from '../../http/handlers.ts';
import type { PreferencesService } from './preferences.ts';
import type { NotificationsService } from './service.ts';
import { choiceToRow } from './wire.ts';

export const notificationHandlers = (
  notifications: NotificationsService,
  preferences: PreferencesService,
): Handlers<typeof notificationCalls> => ({
  usernotificationcount: (caller) => notifications.count(caller.accountId),
  usernotificationlist: (caller, { Search, unread, notication_category_id: category, ...page }) => {
    const isUnread = unread === undefined ? undefined : unread === 1;
    const filter = { accountId: caller.accountId, category, search: Search, isUnread };
    return notifications.readPage(filter, page);
  },
  usernotificationread: (caller, input) => notifications.read(caller.accountId, input.notification_id),
  usernotificationreadall: (caller, input) => notifications.readAll(caller.accountId, input.notication_category_id),
  notificationpreferences: (caller, { changes, ...rest }) =>
    preferences.save(caller, { changes: changes.map(choiceToRow), ...rest }),
  subscribewebpush: (caller, input) => preferences.subscribe(caller, input),
  unsubscribewebpush: (caller, { endpoint }) => preferences.unsubscribe(caller, endpoint),
});
