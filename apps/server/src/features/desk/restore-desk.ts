import type { DeskCore } from './desk-core.ts';
import { type DeskInstrument, heldOf, isOver, type Line, lineKey, opposite } from './model.ts';
import { orderOf } from './order-row.ts';
import type { BrokerOrderRow, OpenIntentRow, OpenPositionRow, UntakenRow } from './store.ts';

/** What the last desk of an account left behind, as its rows tell. */
export interface StoredDesk {
  /** In the order of their making. */
  readonly rows: readonly BrokerOrderRow[];
  readonly intents: readonly OpenIntentRow[];
  readonly positions: readonly OpenPositionRow[];
  readonly untaken: readonly UntakenRow[];
  readonly instruments: ReadonlyMap<string, DeskInstrument>;
  /** Of each deployment. */
  readonly algos: ReadonlyMap<number, Line['algo']>;
  readonly wall: number;
}

/** Brings back what the account's last desk knew. */
export function restoreDesk(core: DeskCore, stored: StoredDesk): void {
  const { rows, instruments, wall } = stored;
  const settledLines = new Map<string, Line>();
  for (const row of rows) {
    const instrument = instruments.get(row.symbol);
    if (!instrument || row.role === 'foreign' || isUntouchedOwn(row)) continue;
    const order = orderOf(row, { instrument, line: undefined, wall });
    if (!row.settled) order.line = lineFor(core, row, { stored, instrument });
    core.add(order);
    // Done with for now; should the broker show it once more, it is known whose it is.
    if (row.settled) order.line = lineFor({ lines: settledLines }, row, { stored, instrument });
  }
  for (const line of core.lines.values()) restoreWishes(line, stored);
}

/** Asked for by its owner and never tried: it is taken up with the other requests. */
function isUntouchedOwn(row: BrokerOrderRow): boolean {
  return row.role === 'own' && row.state === 'intended' && row.sent_at === null && !row.settled;
}

function lineFor(
  { lines }: Pick<DeskCore, 'lines'>,
  row: BrokerOrderRow,
  { stored, instrument }: { readonly stored: StoredDesk; readonly instrument: DeskInstrument },
): Line | undefined {
  const { deployment_id: deploymentId, run_number: runNumber, base } = row;
  // A stop that was handed over to its owner keeps the run that it came from, and belongs to it no more.
  if (deploymentId === null || runNumber === null || base === null || row.role === 'own') return undefined;
  const key = lineKey({ deploymentId, runNumber, base });
  const known = lines.get(key);
  if (known) return known;
  const line = newLine({
    ...{ deploymentId, runNumber, base, instrument },
    accountId: row.account_id,
    product: row.product === 'delivery' ? 'delivery' : 'intraday',
    algo: stored.algos.get(deploymentId),
  });
  line.entrySide = entrySideOf(row, stored);
  lines.set(key, line);
  return line;
}

/** The side that opens the line's position, by the surest sign there is. */
function entrySideOf(row: BrokerOrderRow, { rows, positions }: StoredDesk): 'buy' | 'sell' {
  const isSibling = (other: BrokerOrderRow): boolean =>
    other.settled === row.settled &&
    other.deployment_id === row.deployment_id &&
    other.run_number === row.run_number &&
    other.base === row.base;
  const entry = rows.findLast((other) => isSibling(other) && other.role === 'entry');
  if (entry) return entry.side;
  const position = positions.find((held) => isOf(held, row));
  if (position) return position.direction === 'long' ? 'buy' : 'sell';
  return opposite(rows.find((other) => isSibling(other) && other.role === 'protective')?.side ?? row.side);
}

interface RunPlace {
  readonly deployment_id: number | null;
  readonly run_number: number | null;
  readonly symbol: string;
}

function isOf(a: RunPlace, b: RunPlace): boolean {
  return a.deployment_id === b.deployment_id && a.run_number === b.run_number && a.symbol === b.symbol;
}

export function newLine(
  facts: Pick<Line, 'deploymentId' | 'runNumber' | 'base' | 'accountId' | 'instrument' | 'product' | 'algo'>,
): Line {
  return {
    ...facts,
    entrySide: 'buy',
    entry: undefined,
    exit: undefined,
    stopPaise: undefined,
    orders: [],
    runHeld: 0,
    heldSinceWall: 0,
    oversold: false,
    flatten: false,
    stuck: undefined,
    inOldUnits: false,
    coverRetryAtWall: 0,
    rejectedKind: undefined,
    takenBackAtWall: undefined,
    coverRejections: 0,
  };
}

/** What the run wants here, from its own rows. */
function restoreWishes(line: Line, stored: StoredDesk): void {
  const { positions, wall } = stored;
  const place = { deployment_id: line.deploymentId, run_number: line.runNumber, symbol: line.instrument.symbol };
  const position = positions.find((row) => isOf(row, place));
  const intents = stored.intents.filter((row) => isOf(row, place));
  const untaken = stored.untaken.filter(
    (row) => row.deployment_id === line.deploymentId && row.run_number === line.runNumber,
  );
  line.runHeld = Math.max(0, (position?.quantity ?? 0) + growthOf(line, intents, untaken));
  const held = heldOf(line);
  // What is held beyond what the run was told, and will not be told, has no owner: it goes.
  line.flatten = held > line.runHeld;
  line.heldSinceWall = held > 0 ? wall : 0;
  line.stopPaise = position?.stop_paise ?? undefined;
  for (const intent of intents) {
    if (intent.purpose === 'entry') restoreEntry(line, intent, wall);
    else restoreExit(line, intent, { untaken, wall });
  }
}

/** Units by which the run's position will change with what it was told and has not taken in. */
function growthOf(line: Line, intents: readonly OpenIntentRow[], untaken: readonly UntakenRow[]): number {
  let growth = 0;
  for (const { intent_id: intentId, base, quantity } of untaken) {
    if (intentId === null) growth -= base === line.base ? quantity : 0;
    else {
      const intent = intents.find((row) => row.intent_id === intentId);
      if (intent) growth += intent.purpose === 'entry' ? quantity : -quantity;
    }
  }
  return growth;
}

function restoreEntry(line: Line, intent: OpenIntentRow, wall: number): void {
  const orders = line.orders.filter((order) => order.tradeOrderId === intent.id);
  for (const order of orders) order.intentId = intent.intent_id;
  // The run was told that it ended, and has not taken it in yet.
  if (orders.length === 0 || orders.every((order) => order.intentEnded && isOver(order))) return;
  line.entry = {
    intentId: intent.intent_id,
    quantity: intent.quantity,
    sinceWall: wall,
    sinceAt: intent.at.getTime(),
    withdrawn: intent.withdrawn,
  };
}

function restoreExit(
  line: Line,
  intent: OpenIntentRow,
  { untaken, wall }: { readonly untaken: readonly UntakenRow[]; readonly wall: number },
): void {
  const toldBefore = untaken
    .filter((fill) => fill.intent_id === intent.intent_id)
    .reduce((sum, fill) => sum + fill.quantity, 0);
  const toldQuantity = intent.filled_quantity + toldBefore;
  if (toldQuantity >= intent.quantity) return;
  line.exit = {
    intentId: intent.intent_id,
    tradeOrderId: intent.id,
    quantity: intent.quantity,
    rule: ruleIn(intent.decision),
    sinceWall: wall,
    toldQuantity,
  };
}

/** Only whether it was a stop matters: such an exit leaves the stop at the broker a moment to act. */
function ruleIn(decision: string | null): 'stop' | 'trailing' | 'exit' {
  const body: unknown = decision === null ? undefined : JSON.parse(decision);
  const rule = typeof body === 'object' && body !== null && 'rule' in body ? body.rule : undefined;
  return rule === 'stop' || rule === 'trailing' ? rule : 'exit';
}
