import type { RequestOrigin } from '../../platform/caller.ts';
import { backToTest } from './back-to-test.ts';
import { changeDefaults, changeSettings } from './change-settings.ts';
import { checkGoingLive, type GoLiveQuestion } from './check-going-live.ts';
import { cloneDeployment } from './clone-deployment.ts';
import { type GoLiveRequest, goLive } from './go-live.ts';
import type { OwnersWord } from './keep-acknowledgement.ts';
import { type LevelsRequest, modifyLevels } from './modify-levels.ts';
import type { DeploymentsFacts } from './own-deployment.ts';
import type { StopVerb } from './rules.ts';
import type { SettingsRequest } from './settings-rules.ts';
import { type StartRequest, startDeployment } from './start-deployment.ts';
import { sellDeployment, stopDeployment } from './stop-deployment.ts';
import type { Owner } from './store.ts';
import { type BaseRequest, switchBase } from './switch-base.ts';

export type DeploymentsService = ReturnType<typeof createDeploymentsService>;

/** The same for a person's request: their log says from where it came. */
export type DeploymentsFor = (origin: RequestOrigin) => DeploymentsService;

/** What owners do with their deployments. Each is one transaction; the runner is woken after its commit. */
export function createDeploymentsService(facts: DeploymentsFacts) {
  return {
    clone: (accountId: number, strategyId: number, wantedName: string | undefined) =>
      cloneDeployment(facts, { accountId, strategyId, wantedName }),
    /** @param given `startAt` for a start in the past, which the demo's history begins with; else the exchange's present */
    start: (owner: Owner, idempotencyKey: string, given?: Omit<StartRequest, 'owner' | 'idempotencyKey'>) =>
      startDeployment(facts, { owner, idempotencyKey, ...given }),
    stop: (owner: Owner, verb: StopVerb | 'detach') => stopDeployment(facts, owner, verb),
    sell: (owner: Owner, idempotencyKey: string) => sellDeployment(facts, owner, idempotencyKey),
    /** @param request with its owner's word to the contract, where a live one is allowed more */
    changeSettings: (owner: Owner, request: SettingsRequest & OwnersWord) => changeSettings(facts, owner, request),
    changeDefaults: (accountId: number, request: SettingsRequest) => changeDefaults(facts, accountId, request),
    checkGoingLive: (owner: Owner, question: GoLiveQuestion) => checkGoingLive(facts, owner, question),
    goLive: (request: GoLiveRequest) => goLive(facts, request),
    backToTest: (owner: Owner, idempotencyKey: string) => backToTest(facts, owner, idempotencyKey),
    modifyLevels: (owner: Owner, request: LevelsRequest) => modifyLevels(facts, owner, request),
    switchBase: (owner: Owner, request: BaseRequest) => switchBase(facts, owner, request),
  };
}
