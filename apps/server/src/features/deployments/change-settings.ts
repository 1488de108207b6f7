import type { MyTrickDetails } from '@trickdesk/contract';
import { Refusal } from '../../http/refusal.ts';
import { wakeUserStreams } from '../../platform/user-events/index.ts';
import { recordActivity } from '../activity/index.ts';
import { acknowledgeMore, type OwnersWord } from './keep-acknowledgement.ts';
import { type DeploymentsFacts, lockOwn, logDeed, tellOwner, wallTime } from './own-deployment.ts';
import { readDefinition, settingsToWire } from './read-details.ts';
import { refuseLocked } from './refuse-locked.ts';
import {
  type DefaultSettings,
  isOutLater,
  loosens,
  type SettingsRequest,
  settingsChange,
  settingWords,
  squareOffProblem,
  withDefaults,
} from './settings-rules.ts';
import { type LockedDeployment, lockDefaults, type Owner, updateDefaults, updateSettings } from './store.ts';

/**
 * @param request with its owner's word to the contract, which a live one needs to be allowed more
 * @returns the settings after the change
 */
export async function changeSettings(
  facts: DeploymentsFacts,
  owner: Owner,
  { read, prove, ...request }: SettingsRequest & OwnersWord,
): Promise<MyTrickDetails['settings']> {
  const settings = await facts.database.transaction(async (tx) => {
    const before = await lockOwn(tx, owner);
    refuseUnfit(before, request);
    const isMore = allowsMore(request, before);
    if (isMore) await refuseLocked(tx, facts, before);
    await updateSettings(tx, owner.deploymentId, settingsChange(request));
    const sentence = `Changed settings of “${before.name}”: ${settingWords(request)}.`;
    await logDeed(tx, facts, { owner, kind: 'settings', sentence });
    await tellOwner(tx, facts, owner);
    const changed = await lockOwn(tx, owner);
    if (before.mode === 'live' && isMore) await acknowledgeMore(tx, facts, { deployment: changed, read, prove });
    return settingsToWire(changed, readDefinition(changed.definition));
  });
  wakeUserStreams(facts.bus, owner.accountId);
  return settings;
}

function allowsMore(request: SettingsRequest, before: LockedDeployment): boolean {
  return loosens(request, before) || isOutLater(request, before, readDefinition(before.definition));
}

/** While it runs only what its owner is told of may change. */
function refuseUnfit(deployment: LockedDeployment, { notify, ...trading }: SettingsRequest): void {
  const changesTrading = Object.values(trading).some((value) => value !== undefined);
  if (changesTrading && deployment.phase !== 'idle') throw new Refusal('TRICK_RUNS');
  if (trading.capitalPaise !== undefined && BigInt(trading.capitalPaise) < deployment.min_capital_paise) {
    throw new Refusal('TRICK_CAPITAL_TOO_SMALL');
  }
  const message = squareOffProblem(trading, readDefinition(deployment.definition));
  if (message !== undefined) throw new Refusal('INVALID_INPUT', { errors: [{ path: 'squareOff', message }] });
}

/** What the account's next copies begin with. */
export async function changeDefaults(
  facts: DeploymentsFacts,
  accountId: number,
  request: SettingsRequest,
): Promise<DefaultSettings> {
  return facts.database.transaction(async (tx) => {
    const defaults = withDefaults(await lockDefaults(tx, accountId), request);
    await updateDefaults(tx, accountId, defaults);
    const sentence = `Changed what new copies of tricks begin with: ${settingWords(request)}.`;
    await recordActivity(tx, { accountId, kind: 'settings', sentence, origin: facts.origin, at: wallTime(facts) });
    return defaults;
  });
}
