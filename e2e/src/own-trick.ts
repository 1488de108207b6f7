import { randomUUID } from 'node:crypto';
import type { Client } from './client.ts';

const RULES = {
  format: 1 as const,
  instruments: [
    { exchange: 'NSE', symbol: 'SBIN' },
    { exchange: 'NSE', symbol: 'INFY' },
  ],
  interval: '5m' as const,
  product: 'INTRADAY' as const,
  direction: 'long' as const,
  session: { entryFrom: '09:20', entryTo: '14:30', squareOff: '15:05', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'ema(close, fast) crosses above ema(close, 21) and (rsi(close, 14) < 70 or close > vwap())' },
  exit: { long: 'ema(close, fast) crosses below ema(close, 21)' },
  risk: { stopLoss: { kind: 'percent' as const, percent: 1 } },
  sizing: { method: 'capital_share' as const, percent: 20 },
  parameters: { fast: { default: 9, min: 3, max: 20, step: 1 } },
};

/** What the person has typed. */
export const TYPED = { name: 'Cross with a filter', first: 'A start', second: 'Slower, with more room' };

/** A trick that a person has built, in two versions. @returns its number */
export async function builtTrick(client: Client, name = TYPED.name): Promise<number> {
  const first = { name, definition: RULES, note: TYPED.first, idempotencyKey: randomUUID() };
  const { TricksId } = await client.send('savetrick', first);
  const slower = { ...RULES, interval: '15m' as const, risk: { stopLoss: { kind: 'percent' as const, percent: 1.5 } } };
  await client.send('savetrick', {
    ...first,
    ...{ TricksId, version: 1, definition: slower, note: TYPED.second, idempotencyKey: randomUUID() },
  });
  return TricksId;
}

/** A trick that buys SBIN whenever it may and holds it for three minutes: something is always under way. @returns its number */
export async function busyTrick(client: Client): Promise<number> {
  const definition = {
    ...RULES,
    instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
    interval: '1m' as const,
    session: { ...RULES.session, entryTo: '15:00', squareOff: '15:10' },
    entry: { long: 'close > 0' },
    exit: {},
    risk: { stopLoss: { kind: 'percent' as const, percent: 1 }, maxHoldBars: 3 },
    parameters: {},
  };
  const { TricksId } = await client.send('savetrick', { name: 'In and out', definition, idempotencyKey: randomUUID() });
  return TricksId;
}

/** A trick that is long or short of ICICIBANK and turns every few minutes: a day of it has closed positions of both sides. @returns its number */
export async function turningTrick(client: Client): Promise<number> {
  const definition = {
    ...RULES,
    instruments: [{ exchange: 'NSE', symbol: 'ICICIBANK' }],
    interval: '1m' as const,
    direction: 'both' as const,
    session: { ...RULES.session, entryTo: '15:00', squareOff: '15:10' },
    entry: { long: 'ema(close, 2) > ema(close, 4)', short: 'ema(close, 2) < ema(close, 4)' },
    exit: { long: 'ema(close, 2) < ema(close, 4)', short: 'ema(close, 2) > ema(close, 4)' },
    parameters: {},
  };
  const { TricksId } = await client.send('savetrick', {
    name: 'There and back',
    definition,
    idempotencyKey: randomUUID(),
  });
  return TricksId;
}
