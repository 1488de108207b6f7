import type { deploymentCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { DeploymentsReader } from './reader.ts';
import { type Life, STATUS_NUMBERS, statusOfNumber } from './rules.ts';
import type { DeploymentsService } from './service.ts';
import type { DeploymentFilter } from './store.ts';

interface FilterInput {
  readonly type: 'Live' | 'Test';
  readonly trickStatus: number;
  readonly brokerId: number;
  readonly Search?: string | undefined;
}

const filterOf = (accountId: number, input: FilterInput): DeploymentFilter => ({
  accountId,
  mode: input.type === 'Live' ? 'live' : 'paper',
  status: statusOfNumber(input.trickStatus),
  brokerLinkId: input.brokerId === 0 ? undefined : input.brokerId,
  search: input.Search,
});

const lifeToWire = (TricksId: number, life: Life) => ({
  TricksId,
  trickStatus: STATUS_NUMBERS[life.status],
  phase: life.phase,
});

export const deploymentHandlers = (
  deployments: DeploymentsService,
  reader: DeploymentsReader,
): Handlers<typeof deploymentCalls> => ({
  toptenclone: async (caller, input) => {
    const { id, name } = await deployments.clone(caller.accountId, input.TricksId, input.name);
    return new Reply(
      { status: true as const, TricksId: id, name },
      `“${name}” is in your tricks, in test mode. Start it when you are ready.`,
    );
  },
  mytrick: async (caller, input) => {
    const { pageNumber, pageSize } = input;
    const { items, total } = await reader.list(filterOf(caller.accountId, input), { pageNumber, pageSize });
    return { trick_list: [...items], pageNumber, pageSize, total };
  },
  myTrickCalculation: async (caller, input) => {
    const { openPositions: _count, ...totals } = await reader.totals(filterOf(caller.accountId, input));
    return totals;
  },
  trickdetails: async (caller, input) => {
    const owner = { accountId: caller.accountId, deploymentId: input.TricksId };
    return { trick_details: await reader.details(owner) };
  },
  starttrick: async (caller, input) => {
    const owner = { accountId: caller.accountId, deploymentId: input.TricksId };
    const life = await deployments.start(owner, input.idempotencyKey);
    return new Reply(
      lifeToWire(input.TricksId, life),
      'The trick runs in test mode. It decides when the next bar closes.',
    );
  },
  stoptrick: async (caller, input) => {
    const owner = { accountId: caller.accountId, deploymentId: input.TricksId };
    const life = await deployments.stop(owner, input.verb);
    const words =
      life.phase === 'idle'
        ? 'The trick is stopped. It holds nothing.'
        : 'No new entries. Its exits go on until nothing is held; then it stops.';
    return new Reply(lifeToWire(input.TricksId, life), words);
  },
  sellTrick: async (caller, input) => {
    const owner = { accountId: caller.accountId, deploymentId: input.TricksId };
    const { exits, ...life } = await deployments.sell(owner, input.idempotencyKey);
    const words = exits === 0 ? 'The trick held nothing and is stopped.' : 'Its positions are sold at the next price.';
    return new Reply({ ...lifeToWire(input.TricksId, life), exits }, words);
  },
  setSetting: async (caller, input) => {
    const { TricksId, ...request } = input;
    const settings =
      TricksId === undefined
        ? await deployments.changeDefaults(caller.accountId, request)
        : await deployments.changeSettings({ accountId: caller.accountId, deploymentId: TricksId }, request);
    return new Reply({ settings }, 'Settings successfully set');
  },
});
