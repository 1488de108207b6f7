import type { StoredInstrument } from '../market-data/index.ts';
import type { AccountDesk } from './account-desk.ts';
import type { DeskCore } from './desk-core.ts';
import { expireForeign } from './foreign-store.ts';
import type { DeskInstrument, Line } from './model.ts';
import { markOldUnits } from './old-units.ts';
import { RECALLED_MS, recallChanges } from './recall-changes.ts';
import { restoreDesk } from './restore-desk.ts';
import { findAlgo, listOpenIntents, listPastChanges, listPositions, listUnsettled, listUntaken } from './store.ts';

/** Brings back into a core what the account's last desk knew, from its rows. */
export async function loadDesk(desk: AccountDesk, core: DeskCore, day: string): Promise<void> {
  const { database, marketData, clock } = desk.parts;
  const db = database.kysely;
  await expireForeign(db, desk.linkId, { day, at: new Date(clock.now()) });
  const rows = await listUnsettled(db, desk.linkId, day);
  const instruments = new Map<string, DeskInstrument>();
  const algos = new Map<number, Line['algo']>();
  for (const { exchange, symbol, deployment_id: deploymentId } of rows) {
    const known = instruments.get(symbol) ?? toDeskInstrument(await marketData.instrument(exchange, symbol));
    if (known) instruments.set(symbol, known);
    if (deploymentId === null || algos.has(deploymentId)) continue;
    const algo = await findAlgo(db, deploymentId);
    algos.set(deploymentId, algo && { algoId: algo.algo_id, versionHash: algo.version_hash });
  }
  const wall = clock.now();
  const [intents, positions, untaken, pastChanges] = await Promise.all([
    listOpenIntents(db, desk.linkId),
    listPositions(db, desk.linkId),
    listUntaken(db, desk.linkId),
    listPastChanges(db, desk.linkId, new Date(wall - RECALLED_MS)),
  ]);
  restoreDesk(core, { rows, intents, positions, untaken, instruments, algos, wall });
  const isResumed = ({ deploymentId }: Line): boolean => [...desk.waiting].some((run) => run.isResumed(deploymentId));
  const lines = [...core.lines.values()].filter((line) => !isResumed(line));
  await markOldUnits(marketData, lines, day);
  recallChanges(core.orders.values(), pastChanges, wall);
}

/** `undefined` for what cannot be traded. */
export function toDeskInstrument(stored: StoredInstrument | undefined): DeskInstrument | undefined {
  if (stored?.exchange !== 'NSE' || (stored.kind !== 'equity' && stored.kind !== 'etf')) return undefined;
  const { id, symbol, token, tradingSymbol, tickPaise, lotSize, kind } = stored;
  return { id, exchange: 'NSE', symbol, token, tradingSymbol, kind, tickPaise, lotSize };
}
