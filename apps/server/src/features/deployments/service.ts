import type { Bus, Database, Tx } from '@trickdesk/db';
import { addDays, type EpochMs, INTERVAL_MINUTES, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import { compileStrategy, type StrategyDefinition } from '@trickdesk/engine';
import { Refusal } from '../../http/refusal.ts';
import type { Clock } from '../../platform/clock.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { recordUserEvent, wakeUserStreams } from '../../platform/user-events/index.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { DEPLOYMENTS_CHANNEL } from './channel.ts';
import { findClonable, insertDeployment, lockNames, namesOf } from './clone-store.ts';
import { readDefinition, settingsToWire } from './read-details.ts';
import { readMyTrick } from './read-my-tricks.ts';
import { decideSell, decideStart, decideStop, type Life, nameApart, type StopVerb, warmupSessions } from './rules.ts';
import { type SettingsRequest, settingsChange, settingsOfClone, withDefaults } from './settings-rules.ts';
import {
  countOpenPositions,
  hasExposure,
  insertCommand,
  insertRun,
  type LockedDeployment,
  lockDefaults,
  lockDeployment,
  readDefaults,
  readSettingsOf,
  setLife,
  updateDefaults,
  updateSettings,
  voidCommands,
} from './store.ts';

export interface DeploymentsFacts {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly marketData: MarketDataService;
}

export interface Owner {
  readonly accountId: number;
  readonly deploymentId: number;
}

export type DeploymentsService = ReturnType<typeof createDeploymentsService>;

/** What owners do with their deployments. Each is one transaction; the runner is woken after its commit. */
export function createDeploymentsService({ database, bus, clock, marketData }: DeploymentsFacts) {
  const now = (): Date => new Date(clock.now());
  const wakeRunner = (owner: Owner): void => {
    bus.publish(DEPLOYMENTS_CHANNEL, String(owner.deploymentId));
    wakeUserStreams(bus, owner.accountId);
  };

  async function lockOwn(tx: Tx, owner: Owner): Promise<LockedDeployment> {
    const deployment = await lockDeployment(tx, owner);
    if (!deployment) throw new Refusal('NOT_FOUND');
    return deployment;
  }

  async function tell(tx: Tx, owner: Owner): Promise<void> {
    const trick = await readMyTrick(tx, marketData, owner.accountId, owner.deploymentId);
    if (trick) await recordUserEvent(tx, owner.accountId, { name: 'trick', payload: { trick } });
  }

  async function clone(accountId: number, strategyId: number, wantedName: string | undefined) {
    const clone = await database.transaction(async (tx) => {
      // Two copies made at once must not see the same free name.
      await lockNames(tx, accountId);
      const strategy = await findClonable(tx, strategyId, accountId);
      if (!strategy) throw new Refusal('NOT_FOUND');
      const name = nameApart(wantedName || strategy.name, await namesOf(tx, accountId));
      const id = await insertDeployment(tx, {
        accountId,
        strategyId: strategy.id,
        versionId: strategy.version_id,
        name,
        settings: settingsOfClone(await readDefaults(tx, accountId), strategy.min_capital_paise),
        now: now(),
      });
      await tell(tx, { accountId, deploymentId: id });
      return { id, name };
    });
    wakeUserStreams(bus, accountId);
    return clone;
  }

  async function goneSymbols(definition: StrategyDefinition): Promise<string[]> {
    const gone: string[] = [];
    for (const { exchange, symbol } of definition.instruments) {
      const instrument = await marketData.instrument(exchange, symbol);
      if (!instrument?.active || instrument.kind === 'index') gone.push(symbol);
    }
    return gone;
  }

  /** @param startAt for a start in the past, which the demo's history begins with; else the exchange's present */
  async function start(owner: Owner, idempotencyKey: string, startAt?: EpochMs): Promise<Life> {
    const exchangeNow = startAt ?? (await marketData.marketState()).now;
    const known = await readSettingsOf(database.kysely, owner);
    if (!known) throw new Refusal('NOT_FOUND');
    // Asked before the transaction: inside it, many starts at once would each hold a connection and wait for another.
    // Before the first price the list of instruments may still be on its way: nothing can be said to be gone.
    const gone = exchangeNow === undefined ? [] : await goneSymbols(readDefinition(known.definition));
    const answer = await database.transaction((tx) =>
      answerOnce(
        tx,
        { accountId: owner.accountId, call: 'starttrick', key: idempotencyKey, body: owner, now: now() },
        () => startLocked(tx, owner, { gone, exchangeNow }),
      ),
    );
    if (answer.kind === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    wakeRunner(owner);
    return answer.answer;
  }

  async function startLocked(
    tx: Tx,
    owner: Owner,
    { gone, exchangeNow }: { readonly gone: readonly string[]; readonly exchangeNow: EpochMs | undefined },
  ): Promise<Life> {
    const deployment = await lockOwn(tx, owner);
    const decision = decideStart({
      status: deployment.status,
      phase: deployment.phase,
      mode: deployment.mode,
      capitalPaise: deployment.capital_paise,
      minCapitalPaise: deployment.min_capital_paise,
      goneSymbols: gone,
    });
    if (!decision.allowed) throw new Refusal(decision.code, startWords(decision.code, gone));
    if (exchangeNow === undefined) throw new Refusal('MARKET_DATA_UNAVAILABLE');
    const life: Life = { status: 'running', phase: 'running' };
    // A run that a fault halted with a position goes on as itself: a new run would forget what is held.
    const resumes = deployment.run_number > 0 && (await hasExposure(tx, deployment.id, deployment.run_number));
    const runNumber = resumes ? deployment.run_number : deployment.run_number + 1;
    if (resumes) await voidCommands(tx, deployment.id, now());
    else {
      await insertRun(tx, {
        deploymentId: deployment.id,
        runNumber,
        dataset: marketData.dataset,
        exchangeNow,
        warmupFrom: warmupStart(readDefinition(deployment.definition), exchangeNow),
        now: now(),
      });
    }
    await setLife(tx, deployment.id, { life, runNumber, startedAt: exchangeNow, reason: null });
    await tell(tx, owner);
    return life;
  }

  /** `detach` would leave positions with the broker without a trick; no mode offers that yet. */
  async function stop(owner: Owner, verb: StopVerb | 'detach'): Promise<Life> {
    if (verb === 'detach') throw new Refusal('VERB_NOT_AVAILABLE');
    const life = await database.transaction(async (tx) => {
      const deployment = await lockOwn(tx, owner);
      const exposed = await hasExposure(tx, deployment.id, deployment.run_number);
      const { allowed, next } = decideStop({ ...deployment, hasExposure: exposed });
      if (!allowed) throw new Refusal('TRICK_NOT_RUNNING');
      await leave(tx, deployment, next, verb);
      await tell(tx, owner);
      return next;
    });
    wakeRunner(owner);
    return life;
  }

  async function sell(owner: Owner, idempotencyKey: string): Promise<Life & { exits: number }> {
    const answer = await database.transaction((tx) =>
      answerOnce(
        tx,
        { accountId: owner.accountId, call: 'sellTrick', key: idempotencyKey, body: owner, now: now() },
        async () => {
          const deployment = await lockOwn(tx, owner);
          const exposed = await hasExposure(tx, deployment.id, deployment.run_number);
          const { allowed, next } = decideSell({ ...deployment, hasExposure: exposed });
          if (!allowed) throw new Refusal('TRICK_NOT_RUNNING');
          const exits = await countOpenPositions(tx, deployment.id, deployment.run_number);
          await leave(tx, deployment, next, 'sell');
          await tell(tx, owner);
          return { ...next, exits };
        },
      ),
    );
    if (answer.kind === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    wakeRunner(owner);
    return answer.answer;
  }

  /** What holds nothing has ended with this; else its runner carries the verb out, at the next price. */
  async function leave(tx: Tx, deployment: LockedDeployment, next: Life, verb: StopVerb | 'sell'): Promise<void> {
    const at = now();
    if (next.phase === 'idle') {
      await voidCommands(tx, deployment.id, at);
      await setLife(tx, deployment.id, { life: next, stoppedAt: at });
      return;
    }
    await setLife(tx, deployment.id, { life: next });
    await insertCommand(tx, { deploymentId: deployment.id, runNumber: deployment.run_number, verb, at });
  }

  async function changeSettings(owner: Owner, request: SettingsRequest) {
    const settings = await database.transaction(async (tx) => {
      const deployment = await lockOwn(tx, owner);
      const { notify, ...trading } = request;
      const changesTrading = Object.values(trading).some((value) => value !== undefined);
      if (changesTrading && deployment.phase !== 'idle') throw new Refusal('TRICK_RUNS');
      if (request.capitalPaise !== undefined && BigInt(request.capitalPaise) < deployment.min_capital_paise) {
        throw new Refusal('TRICK_CAPITAL_TOO_SMALL');
      }
      await updateSettings(tx, deployment.id, settingsChange(request));
      await tell(tx, owner);
      const changed = await lockOwn(tx, owner);
      return settingsToWire(changed, readDefinition(changed.definition));
    });
    wakeUserStreams(bus, owner.accountId);
    return settings;
  }

  async function changeDefaults(accountId: number, request: SettingsRequest) {
    return database.transaction(async (tx) => {
      const defaults = withDefaults(await lockDefaults(tx, accountId), request);
      await updateDefaults(tx, accountId, defaults);
      return defaults;
    });
  }

  return { clone, start, stop, sell, changeSettings, changeDefaults };
}

function startWords(code: string, gone: readonly string[]): { message?: string } {
  if (code !== 'TRICK_INSTRUMENT_GONE') return {};
  return { message: `${gone.join(', ')} cannot be traded any more. Choose another trick.` };
}

/** Where every warm-up of a run begins. Weekends and holidays are allowed for: there are about 7 days to 4.6 sessions. */
function warmupStart(definition: StrategyDefinition, exchangeNow: number): number {
  const minutes = definition.interval === '1d' ? 'day' : INTERVAL_MINUTES[definition.interval];
  const sessions = warmupSessions(compileStrategy(definition).warmupBars, minutes);
  return indiaMoment(addDays(indiaDateOf(exchangeNow), -Math.ceil(sessions * 1.5) - 7));
}
