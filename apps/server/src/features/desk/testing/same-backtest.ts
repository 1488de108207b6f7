import { compileStrategy, parseDefinition, runBacktest, type StrategyDefinitionInput } from '@trickdesk/engine';
import { CALENDAR } from '../../deployments/testing/random-market.ts';
import { baseFactsOf } from '../../strategies/index.ts';
import type { ParityDays } from './parity-day.ts';

/** The back-test of the bars that a live trick was played, from where the run's own warm-up began. */
export async function backtestOf(days: ParityDays, name: string, input: StrategyDefinitionInput | undefined) {
  const definition = parseDefinition(input);
  if (!definition.ok) throw new Error(definition.errors[0]?.message);
  const { warmup_from: warmupFrom } = await days.world.testDb.db.kysely
    .selectFrom('deployment_run')
    .select('warmup_from')
    .where('deployment_id', '=', deploymentOf(days, name))
    .executeTakeFirstOrThrow();
  const shares = definition.definition.instruments.map(({ symbol }) => {
    const traded = days.traded.get(symbol);
    if (!traded) throw new Error(`${symbol} was not played`);
    return traded;
  });
  const { decisions, trades } = runBacktest({
    strategy: compileStrategy(definition.definition, {}, 'v1'),
    bases: shares.map(({ symbol, tickPaise }) => baseFactsOf({ symbol, tickPaise, lotSize: 1, kind: 'equity' }, true)),
    series: shares.map(({ bars }) => bars.filter((bar) => bar.openAt >= warmupFrom.getTime())),
    interval: '1m',
    settings: { capitalPaise: 1_00_000_00, quantityMultiplier: 1 },
    calendar: CALENDAR,
    costs: 'angelone',
    slippageBps: 0,
    tradeFrom: days.startAt,
    closeAtEnd: false,
  });
  return {
    decisions: decisions.map((decision) => JSON.stringify(decision)),
    trades: trades.map((trade) => `${trade.symbol} ${trade.quantity} ${trade.grossPaise} ${trade.chargesPaise}`),
  };
}

/** What a live trick closed, in the words of {@link backtestOf}. */
export async function closedTrades(days: ParityDays, name: string): Promise<string[]> {
  const rows = await days.world.testDb.db.kysely
    .selectFrom('position')
    .select(['symbol', 'quantity', 'gross_paise', 'charges_paise'])
    .where('deployment_id', '=', deploymentOf(days, name))
    .where('status', '=', 'closed')
    .orderBy('id')
    .execute();
  return rows.map((row) => `${row.symbol} ${row.quantity} ${row.gross_paise} ${row.charges_paise}`);
}

export function deploymentOf(days: ParityDays, name: string): number {
  const trick = days.tricks.get(name);
  if (!trick) throw new Error(`there is no trick ${name}`);
  return trick.deploymentId;
}
