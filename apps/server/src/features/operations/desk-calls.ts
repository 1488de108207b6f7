import type { deskCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import { accountToWire, deskToWire, trickToWire } from './desk-wire.ts';
import type { OperationsService } from './service.ts';

const MODES = { all: undefined, Live: 'live', Test: 'paper' } as const;
const STATUS_NUMBERS = { running: 1, stopped: 2, halted: 3, exited: 4 } as const;

export const deskHandlers = ({ desk }: OperationsService): Handlers<typeof deskCalls> => ({
  opsdesk: async ({ accountId }, { pageNumber, pageSize, Search: search, state, mode, sort }) => {
    const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
    const found = await desk.read({ state, mode: MODES[mode], search }, page);
    const tricks = found.tricks.map((trick) => trickToWire(trick, found.simulated, accountId));
    return { desk: deskToWire(found), trick_list: tricks, pageNumber, pageSize, total: found.total };
  },
  opsdeskaccount: async ({ accountId }, { userId }) => ({
    account: accountToWire(await desk.readAccount(userId), accountId),
  }),
  opshalttrick: async (operator, { TricksId, ...input }) => {
    const { status, phase } = await desk.halt(operator, { ...input, deploymentId: TricksId });
    return new Reply({ TricksId, trickStatus: STATUS_NUMBERS[status], phase }, 'Halted. Its owner is told.');
  },
  opsaccountswitch: async (operator, input) => {
    const withdrawn = await desk.switchAccount(operator, input);
    const words = input.on ? 'Live entries of the account are stopped.' : 'Live entries of the account go on.';
    return new Reply({ on: input.on, withdrawn }, `${words} Its owner is told.`);
  },
  opsproductswitch: async (operator, input) => {
    const report = await desk.switchProduct(operator, input);
    return new Reply({ on: input.on, ...report }, input.on ? 'All live entries are stopped.' : 'Live entries go on.');
  },
});
