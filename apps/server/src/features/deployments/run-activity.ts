import type { Tx } from '@trickdesk/db';
import type { RunEvent, StrategyDefinition } from '@trickdesk/engine';
import { recordTradeActivity } from '../activity/index.ts';
import { notify } from '../notifications/index.ts';
import {
  type DetachedPosition,
  handedUnasked,
  handedWords,
  modeWords,
  type RunLine,
  runLines,
  type TradeNews,
  tradeNews,
  tradeTitle,
} from './run-activity-rules.ts';
import { findRunToTell, type RunToTell, readReasons, readRunToTell } from './run-activity-store.ts';

interface RunFacts {
  readonly key: { readonly deploymentId: number; readonly runNumber: number };
  readonly accountId: number;
  /** Wall clock. */
  readonly now: Date;
}

/** What a run did, as its owner is told of it. */
export interface RunActivity {
  readonly lines: readonly RunLine[];
  readonly trades: readonly TradeNews[];
  /** What went over to its owner unasked; absent in what a run of the release before left to tell. */
  readonly handed?: readonly DetachedPosition[];
}

export function activityOf(events: readonly RunEvent[], definition: StrategyDefinition): RunActivity {
  return { lines: runLines(events, definition), trades: tradeNews(events), handed: handedUnasked(events) };
}

/**
 * Writes what a run did into the trade log and tells its owner of trades, in the transaction of the run's own write or
 * in one that it left word of: a crash keeps all of it or none. After the orders, whose reasons it reads.
 */
export async function recordRunActivity(
  tx: Tx,
  facts: RunFacts,
  { lines, trades, handed = [] }: RunActivity,
): Promise<void> {
  if (lines.length === 0) return;
  const { accountId, key, now } = facts;
  const run = await readRunToTell(tx, key);
  const { deploymentId } = key;
  const entries = lines.map((line) => ({ ...line, accountId, deploymentId, mode: run.mode, at: now }));
  await recordTradeActivity(tx, entries);
  if (run.notify.trades) await tellOfTrades(tx, facts, { run, news: trades });
  for (const position of handed) await tellOfHanded(tx, facts, run, position);
}

/** Whatever its owner wants to hear of: from now on nobody else looks after it. */
async function tellOfHanded(
  tx: Tx,
  { accountId, key }: RunFacts,
  run: RunToTell,
  position: DetachedPosition,
): Promise<void> {
  const { symbol, quantity, at } = position;
  await notify(tx, {
    accountId,
    category: 'tricks',
    dedupeKey: `handed:${key.deploymentId}:${key.runNumber}:${symbol}:${at}`,
    title: `${wordsOfMode(run)}: ${quantity} ${symbol} of “${run.name}” are in your hands now`,
    body: handedWords(position),
    link: `/my-tricks/${key.deploymentId}`,
    severity: 'urgent',
  });
}

async function tellOfTrades(
  tx: Tx,
  { accountId, key }: RunFacts,
  { run, news }: { readonly run: RunToTell; readonly news: readonly TradeNews[] },
): Promise<void> {
  const reasons = await readReasons(
    tx,
    key,
    news.map(({ fill }) => fill.intentId),
  );
  for (const each of news) {
    const { intentId, at, filledQuantity } = each.fill;
    // The rest may follow at the same moment: the exchange's clock stands still between two prices, and whoever takes a run
    // over walks the minute from its start. How far the order had come tells the parts apart.
    const part = filledQuantity === undefined ? '' : `:${filledQuantity}`;
    const reason = reasons.get(intentId) ?? '';
    await notify(tx, {
      accountId,
      category: 'trades',
      // An order may be filled in parts; each is an event of its own.
      dedupeKey: `fill:${key.deploymentId}:${key.runNumber}:${intentId}:${at}${part}`,
      title: tradeTitle(each, wordsOfMode(run)),
      body: reason === '' ? `“${run.name}” traded.` : `“${run.name}”: ${reason}`,
      link: `/my-tricks/${key.deploymentId}`,
      severity: 'info',
    });
  }
}

function wordsOfMode(run: RunToTell): string {
  return modeWords(run.mode, run.dataset.startsWith('simulator'));
}

/** Words of an alert that tells of a halt too, with the trick that is halted and how it trades. */
export async function nameHalted<Words extends { readonly title: string; readonly body: string }>(
  tx: Tx,
  deploymentId: number,
  words: Words,
): Promise<Words> {
  const run = await findRunToTell(tx, deploymentId);
  if (!run) return words;
  return { ...words, title: `${wordsOfMode(run)}: ${words.title}`, body: `Halted: “${run.name}”. ${words.body}` };
}

/**
 * Writes a halt into the trade log and tells its owner where they want to hear of halts. In the transaction that
 * changes the run's life; once for each change.
 *
 * @param halt.sentence why it was halted, and what its owner can do
 */
export async function recordHalt(
  tx: Tx,
  halt: {
    readonly deploymentId: number;
    readonly runNumber: number;
    readonly accountId: number;
    readonly sentence: string;
    readonly now: Date;
    /** `always`: whatever its owner wants to hear of; `told`: they were told of it already. */
    readonly alert: 'wanted' | 'always' | 'told';
  },
): Promise<void> {
  const { deploymentId, runNumber, accountId, sentence, now, alert } = halt;
  const run = await readRunToTell(tx, halt);
  const exchangeAt = (run.exchange_at ?? now).getTime();
  const entry = { accountId, deploymentId, mode: run.mode, kind: 'halt' as const, sentence, exchangeAt, at: now };
  await recordTradeActivity(tx, [entry]);
  if (alert === 'told' || (alert === 'wanted' && !run.notify.halts)) return;
  await notify(tx, {
    accountId,
    category: 'tricks',
    dedupeKey: `halt:${deploymentId}:${runNumber}:${now.getTime()}`,
    title: `${wordsOfMode(run)}: “${run.name}” was halted`,
    body: sentence,
    link: `/my-tricks/${deploymentId}`,
    severity: 'urgent',
  });
}
