import { paiseToRupees } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { decideLevels, type LevelsWish, loosensStop } from './levels-rules.ts';
import { findPosition, type HeldPosition } from './levels-store.ts';
import { type DeploymentsFacts, lockOwn, logDeed, tellOwner, wakeRunner, wallTime } from './own-deployment.ts';
import { mayTrail, readDefinition } from './read-details.ts';
import { refuseLocked } from './refuse-locked.ts';
import type { LevelsBody } from './runner/commands.ts';
import { insertCommand, type LockedDeployment, type Owner, readSettingsOf } from './store.ts';

export interface LevelsRequest extends LevelsWish {
  readonly positionId: number;
}

/** Rupees, as they were asked for. */
export interface MovedLevels {
  readonly stopLoss?: number;
  readonly target?: number;
  readonly trailing?: boolean;
}

/**
 * Asks the runner to move stop and target of an open position. They show at the position once it has: live, the desk
 * changes the order at the broker, and the old stop stands until the new one is confirmed.
 */
export async function modifyLevels(
  facts: DeploymentsFacts,
  owner: Owner,
  request: LevelsRequest,
): Promise<MovedLevels> {
  const known = await findPosition(facts.database.kysely, owner, request.positionId);
  if (!known) throw new Refusal('NOT_FOUND');
  const settings = await readSettingsOf(facts.database.kysely, owner);
  if (!settings) throw new Refusal('NOT_FOUND');
  const levels = await checkedLevels(facts, { ...known, ...rulesOf(settings) }, request);
  await facts.database.transaction(async (tx) => {
    const deployment = await lockOwn(tx, owner);
    const position = await findPosition(tx, owner, request.positionId);
    if (position?.status !== 'open') throw new Refusal('POSITION_CLOSED');
    if (deployment.phase === 'exiting') throw new Refusal('TRICK_EXITING');
    const { direction, stop_paise: stopPaise } = position;
    if (loosensStop(levels.stopPaise, { direction, stopPaise })) await refuseLocked(tx, facts, deployment);
    const { instruments } = readDefinition(deployment.definition);
    const base = instruments.findIndex(({ symbol }) => symbol === position.symbol);
    const body: LevelsBody = { base, entry: position.entry_intent_id, ...levels };
    const { id: deploymentId, run_number: runNumber } = deployment;
    await insertCommand(tx, { deploymentId, runNumber, verb: 'set_levels', body, at: wallTime(facts) });
    const sentence = `Moved ${levelWords(levels)} of ${position.symbol} in “${deployment.name}”.`;
    await logDeed(tx, facts, { owner, kind: 'trick', sentence });
    await tellOwner(tx, facts, owner);
  });
  wakeRunner(facts, owner);
  return {
    ...(levels.stopPaise === undefined ? {} : { stopLoss: paiseToRupees(levels.stopPaise) }),
    ...(levels.targetPaise === undefined ? {} : { target: paiseToRupees(levels.targetPaise) }),
    ...(levels.trailing === undefined ? {} : { trailing: levels.trailing }),
  };
}

/** What of its deployment the levels of a position hang on. A position on paper is at no broker. */
interface OwnRules {
  readonly mayTrail: boolean;
  readonly product: 'INTRADAY' | 'DELIVERY';
  readonly brokerLinkId: number | undefined;
}

function rulesOf({ definition: stored, mode, broker_link_id: linkId }: LockedDeployment): OwnRules {
  const definition = readDefinition(stored);
  const brokerLinkId = mode === 'live' ? (linkId ?? undefined) : undefined;
  return { mayTrail: mayTrail(definition), product: definition.product, brokerLinkId };
}

type CheckedLevels = Pick<LevelsBody, 'stopPaise' | 'targetPaise' | 'trailing' | 'unitsOf'>;

async function checkedLevels(
  { marketData, bandOf }: DeploymentsFacts,
  position: HeldPosition & OwnRules,
  wish: LevelsWish,
): Promise<CheckedLevels> {
  if (position.status !== 'open') throw new Refusal('POSITION_CLOSED');
  const { symbol, direction, brokerLinkId } = position;
  const instrument = await marketData.instrument('NSE', symbol);
  const [price] = await marketData.lastPrices([{ symbol }]);
  if (!instrument || !price) throw new Refusal('PRICE_UNKNOWN');
  const { problems, stopPaise, targetPaise } = decideLevels(wish, {
    symbol,
    direction,
    lastPaise: price.pricePaise,
    tickPaise: instrument.tickPaise,
    stopPaise: position.stop_paise ?? undefined,
    isTrailing: position.trailing,
    mayTrail: position.mayTrail,
    product: position.product,
    band: brokerLinkId === undefined ? undefined : await bandOf?.(brokerLinkId, instrument),
  });
  if (problems.length > 0) throw new Refusal('INVALID_INPUT', { errors: [...problems] });
  return {
    ...(stopPaise === undefined ? {} : { stopPaise }),
    ...(targetPaise === undefined ? {} : { targetPaise }),
    // Where the rules have no such stop there is nothing to switch.
    ...(wish.trailing === undefined || !position.mayTrail ? {} : { trailing: wish.trailing }),
    ...(stopPaise === undefined && targetPaise === undefined ? {} : { unitsOf: price.unitsOf }),
  };
}

function levelWords({ stopPaise, targetPaise, trailing }: CheckedLevels): string {
  if (trailing !== undefined)
    return trailing ? 'levels, with a stop that follows the price,' : 'levels, with a fixed stop,';
  if (stopPaise === undefined) return 'the target';
  return targetPaise === undefined ? 'the stop' : 'stop and target';
}
