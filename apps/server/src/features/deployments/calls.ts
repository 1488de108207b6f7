import type { deploymentCalls, goingLiveCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { SecondProof } from './go-live.ts';
import type { DeploymentsReader } from './reader.ts';
import { type Life, STATUS_NUMBERS, statusOfNumber } from './rules.ts';
import type { DeploymentsFor } from './service.ts';
import type { Ending, Sale } from './stop-deployment.ts';
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

const AND_THEN = 'Its exits go on until nothing is held; then it stops.';

function stopWords(verb: 'stop_entries' | 'stop_after_exit' | 'detach', { phase, held, waiting }: Ending): string {
  if (phase === 'idle') return 'The trick is stopped. It holds nothing.';
  if (phase === 'exiting' && verb !== 'detach') return 'It is ending already, and goes on with that. No new entries.';
  const waits = waiting > 0;
  switch (verb) {
    case 'detach':
      if (held === 0) return 'Its entry that waits is withdrawn. What fills before that is handed to you, unsold.';
      return `Its positions are handed to you, unsold; their stops stay at the broker.${waits ? ' Its entries that wait are withdrawn first.' : ''}`;
    case 'stop_entries':
      return `${waits ? 'No new entries, and those that wait are withdrawn.' : 'No new entries.'} ${AND_THEN}`;
    case 'stop_after_exit':
      return `${waits ? 'An entry that waits may still be filled. After that no new entries.' : 'No new entries.'} ${AND_THEN}`;
  }
}

function sellWords({ phase, exits }: Sale): string {
  if (exits > 0) return 'Its positions are sold at the next price.';
  return phase === 'idle'
    ? 'The trick held nothing and is stopped.'
    : 'Its entry that waits is withdrawn, and what fills before that is sold. Then the trick ends.';
}

const goingLiveHandlers = (
  deploymentsFor: DeploymentsFor,
  secondProof: SecondProof,
): Handlers<typeof goingLiveCalls> => ({
  golivecheck: (caller, input) => {
    const owner = { accountId: caller.accountId, deploymentId: input.TricksId };
    return deploymentsFor(caller.origin).checkGoingLive(owner, { brokerId: input.brokerId, settings: input.settings });
  },
  testtolivetrick: async (caller, input) => {
    const owner = { accountId: caller.accountId, deploymentId: input.TricksId };
    const { brokerId, contractHash, totp, idempotencyKey } = input;
    const proof = await secondProof.prepare(caller, totp);
    const request = { owner, brokerId, contractHash, prove: proof.useIn, idempotencyKey };
    const { status, phase, ...went } = await deploymentsFor(caller.origin).goLive(request);
    await proof.settle();
    const words = 'The trick is live: from the next bar on it trades with your broker.';
    return new Reply({ ...lifeToWire(input.TricksId, { status, phase }), ...went }, words);
  },
  livetotesttrick: async (caller, input) => {
    const owner = { accountId: caller.accountId, deploymentId: input.TricksId };
    const life = await deploymentsFor(caller.origin).backToTest(owner, input.idempotencyKey);
    return new Reply(lifeToWire(input.TricksId, life), 'The trick is in test mode again, stopped.');
  },
  enableDisableTrickBase: async (caller, { TricksId, baseId, enabled }) => {
    const owner = { accountId: caller.accountId, deploymentId: TricksId };
    await deploymentsFor(caller.origin).switchBase(owner, { baseId, enabled });
    const words = enabled ? 'It may be entered again.' : 'No new entries in it; what is held goes on with its exits.';
    return new Reply({ TricksId, baseId, enabled }, words);
  },
  modifySLTrick: async (caller, { TricksId, positionId, stopLoss, target, trailing }) => {
    const owner = { accountId: caller.accountId, deploymentId: TricksId };
    const wish = { positionId, stopLoss, target, trailing };
    const levels = await deploymentsFor(caller.origin).modifyLevels(owner, wish);
    return new Reply({ TricksId, positionId, ...levels }, 'The new levels are on their way.');
  },
});

export const deploymentHandlers = (
  deploymentsFor: DeploymentsFor,
  reader: DeploymentsReader,
  secondProof: SecondProof,
): Handlers<typeof deploymentCalls> => ({
  toptenclone: async (caller, input) => {
    const { id, name } = await deploymentsFor(caller.origin).clone(caller.accountId, input.TricksId, input.name);
    return new Reply(
      { status: true as const, TricksId: id, name },
      `“${name}” is in your tricks, in test mode. Start it when you are ready.`,
    );
  },
  mytrick: async (caller, input) => {
    const { pageNumber, pageSize, sort } = input;
    const { items, total } = await reader.list(filterOf(caller.accountId, input), { pageNumber, pageSize, sort });
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
    const { idempotencyKey, acknowledgedContract: read, totp } = input;
    const proof = await secondProof.prepare(caller, totp);
    const word = { read, prove: proof.useIn };
    const { mode, ...life } = await deploymentsFor(caller.origin).start(owner, idempotencyKey, word);
    await proof.settle();
    const words =
      mode === 'live'
        ? 'The trick trades with your broker. It decides when the next bar closes.'
        : 'The trick runs in test mode. It decides when the next bar closes.';
    return new Reply(lifeToWire(input.TricksId, life), words);
  },
  stoptrick: async (caller, input) => {
    const owner = { accountId: caller.accountId, deploymentId: input.TricksId };
    const ending = await deploymentsFor(caller.origin).stop(owner, input.verb);
    return new Reply(lifeToWire(input.TricksId, ending), stopWords(input.verb, ending));
  },
  sellTrick: async (caller, input) => {
    const owner = { accountId: caller.accountId, deploymentId: input.TricksId };
    const sale = await deploymentsFor(caller.origin).sell(owner, input.idempotencyKey);
    return new Reply({ ...lifeToWire(input.TricksId, sale), exits: sale.exits }, sellWords(sale));
  },
  setSetting: async (caller, input) => {
    const { TricksId, acknowledgedContract: read, totp, ...request } = input;
    const deployments = deploymentsFor(caller.origin);
    const done = 'Settings successfully set';
    if (TricksId === undefined) {
      return new Reply({ settings: await deployments.changeDefaults(caller.accountId, request) }, done);
    }
    const owner = { accountId: caller.accountId, deploymentId: TricksId };
    const proof = await secondProof.prepare(caller, totp);
    const settings = await deployments.changeSettings(owner, { ...request, read, prove: proof.useIn });
    await proof.settle();
    return new Reply({ settings }, done);
  },
  ...goingLiveHandlers(deploymentsFor, secondProof),
});
