import type { AllCalls, OutputOf } from '@trickdesk/contract';
import { useSyncExternalStore } from 'react';
import { marketFreshness } from './freshness.ts';

type Market = OutputOf<AllCalls['headerdata']>['market'];

export interface ExchangeState {
  readonly status: Market['status'];
  readonly feed: Market['feed'];
  /** Whether prices are made up; `undefined` until the server has said so. */
  readonly simulated: boolean | undefined;
  /** Market seconds that pass in one second. */
  readonly speed: number;
}

/** The exchange's time as last told, and when it was told on this machine's monotonic clock. */
let told: { readonly atMs: number; readonly heardMs: number } | undefined;
let current: ExchangeState = { status: 'unknown', feed: 'down', simulated: undefined, speed: 1 };
const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

/** Sets the exchange clock from the bar's data or a `market` event. */
export function tellExchange(news: Partial<ExchangeState> & { readonly now?: string | undefined }): void {
  if (news.now !== undefined) told = { atMs: Date.parse(news.now), heardMs: performance.now() };
  const next: ExchangeState = {
    status: news.status ?? current.status,
    feed: news.feed ?? current.feed,
    simulated: news.simulated ?? current.simulated,
    speed: news.speed ?? current.speed,
  };
  if (JSON.stringify(next) !== JSON.stringify(current)) current = next;
  const { status, feed, now } = news;
  marketFreshness.tell({ status, feed, ...(now === undefined ? {} : { clockAt: Date.parse(now) }) });
  for (const listener of listeners) listener();
}

/** The exchange's time now: what was last told, carried on at the market's speed for at most five seconds. */
export function exchangeNow(): number {
  if (told === undefined) return Date.now();
  const sinceMs = Math.min(performance.now() - told.heardMs, 5_000);
  return told.atMs + sinceMs * (current.speed > 0 ? current.speed : 1);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  ticking ??= setInterval(() => {
    for (const each of listeners) each();
  }, 1_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(ticking);
      ticking = undefined;
    }
  };
}

/**
 * The exchange's time, which changes what is on screen only every `stepMs`.
 *
 * @param stepMs 1,000 for a clock, 60,000 for “3 minutes ago”, a day for dates
 */
export function useExchangeNow(stepMs: number): number {
  return useSyncExternalStore(subscribe, () => Math.floor(exchangeNow() / stepMs) * stepMs);
}

export function useExchange(): ExchangeState {
  return useSyncExternalStore(subscribe, () => current);
}
