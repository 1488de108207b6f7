import type { Database } from '@trickdesk/db';
import type { AccountDesk } from '../account-desk.ts';
import type { DeskParts } from '../parts.ts';
import { RunSeat } from '../seat.ts';
import { bookRow, instrumentNamed, NOON, openDesk, ScriptedBroker } from './scripted-desk.ts';
import { insertIntent, type RunRows, takeNews } from './sim-run-rows.ts';

export interface HeldShares {
  readonly broker: ScriptedBroker;
  readonly desk: AccountDesk;
  readonly seat: RunSeat;
}

export const FILLED = { state: 'filled', filledQuantity: 10, averagePaise: 600_00 } as const;

export interface HoldingOptions {
  readonly database: Database;
  readonly run: RunRows;
  readonly product?: 'intraday' | 'delivery';
  readonly parts?: Partial<DeskParts>;
}

/** Asks a run's desk for an intent, as its writer does, up to the commit. */
export async function askFor(
  { database, run }: Pick<HoldingOptions, 'database' | 'run'>,
  seat: RunSeat,
  purpose: 'entry' | 'exit',
): Promise<void> {
  const id = purpose === 'entry' ? 1 : 2;
  await database.transaction(async (tx) => {
    const tradeOrderId = await insertIntent(tx, run, { id, purpose, quantity: 10 });
    const side = purpose === 'entry' ? 'buy' : 'sell';
    const place = { id, decisionSequence: id, at: NOON, base: 0, symbol: 'SBIN', side } as const;
    const intent = { ...place, purpose, quantity: 10, rule: purpose, referencePaise: 600_00 } as const;
    await seat.write(tx, [{ kind: 'intent', placed: { intent, tradeOrderId } }], NOON);
  });
}

/** A run that has bought ten shares, with the stop that rests for them. */
export async function holdShares(options: HoldingOptions): Promise<HeldShares> {
  const { database, run, product = 'intraday', parts = {} } = options;
  const broker = new ScriptedBroker();
  const desk = await openDesk({ database, linkId: run.linkId, broker }, parts);
  const facts = { ...run, brokerLinkId: run.linkId, runNumber: 1, product } as const;
  const seat = new RunSeat(desk, { ...facts, instruments: [instrumentNamed('SBIN')] }, () => undefined);
  await askFor(options, seat, 'entry');
  await seat.committed();
  broker.book = [bookRow({ brokerOrderId: 'b1', tag: broker.placed[0]?.tag, product, ...FILLED })];
  await desk.look();
  await until(() => broker.placed.length === 2);
  const { tag, kind, pricePaise = 0, triggerPaise } = broker.placed[1] ?? {};
  const stop = { tag, pricePaise, triggerPaise, side: 'sell', state: 'trigger_pending' } as const;
  broker.book.push(bookRow({ brokerOrderId: 'b2', kind: kind ?? 'other', product, ...stop }));
  await desk.settled();
  await database.transaction((tx) => takeNews(tx, run, 570_00));
  return { broker, desk, seat };
}

/** It says that something comes, not how soon: a machine that is busy elsewhere may take its time. */
const PATIENCE_MS = 20_000;

/** @throws when it has not come to that within twenty seconds */
export async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!isSo() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  if (!isSo()) throw new Error('it did not come to that');
}
