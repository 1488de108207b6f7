import { describe, expect, test } from 'vitest';
import { circuitsOf, depthOf } from './depth.ts';
import { createExchange, type Exchange } from './exchange.ts';
import type { LiveQuote } from './live-book.ts';
import { createSyntheticSource } from './synthetic.ts';

function quotesOf(style: 'spread' | 'path'): LiveQuote[] {
  const source = createSyntheticSource({ seed: 2, style, startAt: Date.parse('2025-07-07T11:00:00+05:30') });
  const exchange: Exchange = createExchange({ source });
  return source.instruments.flatMap((instrument) => exchange.quoteOf(instrument.token) ?? []);
}

describe('the five best levels', () => {
  test('stand around the last price on the tick, best first, every bid below every ask', () => {
    for (const quote of quotesOf('spread').filter(({ instrument }) => instrument.kind !== 'index')) {
      const { buy, sell } = depthOf(quote, false);
      const prices = [...buy.toReversed(), ...sell].map((level) => level.price);
      expect(prices).toHaveLength(10);
      expect(prices.every((price) => price > 0 && price % quote.instrument.tickPaise === 0)).toBe(true);
      for (let i = 1; i < prices.length; i += 1) expect(prices[i]).toBeGreaterThan(prices[i - 1] ?? 0);
      const [bid, ask] = [buy[0]?.price ?? 0, sell[0]?.price ?? 0];
      expect(quote.last).toBeGreaterThanOrEqual(bid);
      expect(quote.last).toBeLessThanOrEqual(ask);
      expect((ask - bid) / quote.last).toBeLessThan(0.005);
      expect([...buy, ...sell].every((level) => level.quantity > 0 && level.orders > 0)).toBe(true);
    }
  });

  test('of a frictionless market are the last price itself, with more than an account could trade', () => {
    const quote = quotesOf('path').find(({ instrument }) => instrument.symbol === 'SBIN');
    const depth = quote && depthOf(quote, true);
    expect([depth?.buy[0]?.price, depth?.sell[0]?.price]).toEqual([quote?.last, quote?.last]);
    expect(depth?.buy[0]?.quantity).toBeGreaterThan(1_000_000);
  });

  test('of an index do not exist', () => {
    const index = quotesOf('spread').find(({ instrument }) => instrument.kind === 'index');
    expect(index && depthOf(index, false)).toEqual({ buy: [], sell: [], totalBuy: 0, totalSell: 0 });
  });
});

test('price bands are a tenth around the previous close, on the tick, never wider', () => {
  for (const quote of quotesOf('spread')) {
    const { upper, lower } = circuitsOf(quote);
    expect(upper % quote.instrument.tickPaise).toBe(0);
    expect(lower % quote.instrument.tickPaise).toBe(0);
    expect(upper).toBeLessThanOrEqual(quote.previousClose * 1.1);
    expect(lower).toBeGreaterThanOrEqual(quote.previousClose * 0.9);
    expect(upper - lower).toBeGreaterThan(quote.previousClose * 0.15);
  }
});
