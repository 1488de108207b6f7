import { beforeEach, describe, expect, test } from 'vitest';
import { createMarketClock, type MarketClock } from './clock.ts';
import { createExchange, type Exchange } from './market/exchange.ts';
import { createSyntheticSource } from './market/synthetic.ts';

let wall: number;
let exchange: Exchange;
let clock: MarketClock;
const START = Date.parse('2025-07-07T10:00:00+05:30');
const MINUTE = 60_000;

beforeEach(() => {
  wall = 0;
  exchange = createExchange({ source: createSyntheticSource({ seed: 1, startAt: START }) });
  clock = createMarketClock({ exchange, wall: () => wall, speed: 30 });
});

/** Lets wall time pass in beats of 50 ms. */
function pass(wallMs: number): void {
  for (let left = wallMs; left > 0; left -= 50) {
    wall += 50;
    clock.beat();
  }
}

describe('market time', () => {
  test('runs thirty times as fast as the wall, or as fast as told', () => {
    pass(2_000);
    expect(exchange.now() - START).toBe(MINUTE);
    clock.setSpeed(60);
    pass(1_000);
    expect(exchange.now() - START).toBe(2 * MINUTE);
  });

  test('stands while paused, moves by a step, and does not catch up afterwards', () => {
    clock.pause();
    pass(5_000);
    expect(exchange.now()).toBe(START);
    clock.step(10_000);
    expect(exchange.now()).toBe(START + 10_000);
    clock.resume();
    pass(1_000);
    expect(exchange.now()).toBe(START + 40_000);
  });

  test('does not leap when the process stood still', () => {
    wall += 3_600_000;
    clock.touch();
    clock.beat();
    expect(exchange.now() - START).toBe(30_000);
  });

  test('rests after half an hour without a caller and goes on with the next', () => {
    wall += 30 * MINUTE + 1;
    clock.beat();
    expect([clock.state().resting, exchange.now()]).toEqual([true, START]);
    clock.touch();
    pass(1_000);
    expect([clock.state().resting, exchange.now()]).toEqual([false, START + 30_000]);
  });
});
