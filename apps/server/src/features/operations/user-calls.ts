import type { userCaseCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { OperationsService } from './service.ts';
import { listedToWire, userToWire } from './user-wire.ts';

export const userCaseHandlers = ({ users }: OperationsService): Handlers<typeof userCaseCalls> => ({
  opsusers: async (_operator, { pageNumber, pageSize, Search: search, state, sort }) => {
    const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
    const found = await users.list({ state, search }, page);
    return { user_list: found.users.map(listedToWire), pageNumber, pageSize, total: found.total };
  },
  opsuser: async ({ accountId }, { userId }) => ({ user: userToWire(await users.read(userId), accountId) }),
  opsblockuser: async (operator, deed) => {
    const figures = await users.block(operator, deed);
    const user = userToWire(await users.read(deed.userId), operator.accountId);
    return new Reply({ user, ...figures }, 'Blocked. Its owner is told by mail.');
  },
  opsunblockuser: async (operator, deed) => {
    await users.unblock(operator, deed);
    const user = userToWire(await users.read(deed.userId), operator.accountId);
    return new Reply({ user }, 'Blocked no more. Nothing was started.');
  },
  opsendsessions: async (operator, deed) => {
    const ended = await users.endSessions(operator, deed);
    return new Reply({ user: userToWire(await users.read(deed.userId), operator.accountId), ended }, 'Signed out.');
  },
});
