import { createHash } from 'node:crypto';
import type { ContractWire } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import { toSafePaise } from '@trickdesk/domain';
import { contractOf, type StrategyContract } from '@trickdesk/engine';
import { canonicalJson } from '../../platform/idempotency.ts';
import { isKycVerified } from '../accounts/index.ts';
import { rolledUpTotals } from '../orders/index.ts';
import { countResultDays } from './live-gates-store.ts';
import { SIMULATED_LIVE } from './live-parts.ts';
import { backtestRecordOf, modelledOf, readBacktest } from './modelled-record.ts';
import type { DeploymentsFacts } from './own-deployment.ts';
import { readDefinition } from './read-details.ts';
import { settingsOf } from './runner/run-config.ts';
import type { LockedDeployment } from './store.ts';

/** What an owner is shown and acknowledges before real orders: the contract, and what test and back-test said. */
export interface LiveDossier {
  readonly contract: ContractWire;
  readonly testRecord: { trades: number; wins: number; days: number; netPnlPaise: number; chargesPaise: number };
  readonly backtestRecord?: ReturnType<typeof backtestRecordOf>;
}

export async function readDossier(
  db: Queryable,
  facts: DeploymentsFacts,
  deployment: LockedDeployment,
): Promise<LiveDossier> {
  const { disasterStopPercent, compliance } = facts.live ?? SIMULATED_LIVE;
  // Returns are for verified clients where the law asks that; a worst day is one of them.
  const hidesResults = compliance && !(await isKycVerified(db, deployment.account_id));
  const definition = readDefinition(deployment.definition);
  const backtest = await readBacktest(db, facts, deployment, definition);
  const { sentences, ...contract } = contractOf({
    definition,
    settings: settingsOf(deployment),
    modelled: backtest && modelledOf(backtest),
    hidesResults,
    disasterStopPercent,
  });
  const backtestRecord = backtest && !hidesResults ? backtestRecordOf(backtest) : undefined;
  return {
    contract: { ...contract, sentences: [...sentences] } satisfies Mutable<StrategyContract>,
    testRecord: await testRecordOf(db, deployment),
    ...(backtestRecord ? { backtestRecord } : {}),
  };
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] };

export type RulesColumns = Pick<LockedDeployment, 'definition' | 'version'>;

async function testRecordOf(db: Queryable, { id, account_id: accountId }: LockedDeployment) {
  const filter = { deploymentId: id, mode: 'paper' } as const;
  const totals = await rolledUpTotals(db, { ...filter, accountId });
  return {
    trades: totals.trades,
    wins: totals.wins,
    days: await countResultDays(db, filter),
    netPnlPaise: toSafePaise(totals.net),
    chargesPaise: toSafePaise(totals.charges),
  };
}

/** Names exactly what an owner reads before going live: two contracts with one hash are the same, word for word. */
export function contractHashOf(deployment: LockedDeployment, { contract }: LiveDossier): string {
  const settings = settingsOf(deployment);
  return sha256Of({ contract, settings, versionHash: versionHashOf(deployment) });
}

/** Names the exact rules that an order came from: SHA-256 of the definition with sorted keys, and its version. */
export function versionHashOf({ definition, version }: RulesColumns): string {
  return sha256Of({ definition, version });
}

const sha256Of = (value: object): string => createHash('sha256').update(canonicalJson(value)).digest('hex');
