import type { FeedEvent, FeedListener, MarketFeed } from '@trickdesk/brokers';
import { expect, test } from 'vitest';
import { openSpread, sharesOf } from './spread-feed.ts';

const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ exchange: 'NSE' as const, token: `${i}` }));

test('a list is spread over as many connections as it needs, never more than the broker gives, the first ones first', () => {
  const sizes = (count: number) => sharesOf(numbered(count)).shares.map((share) => share.length);
  expect([sizes(0), sizes(40), sizes(1_000), sizes(2_330)]).toEqual([[0], [40], [1_000], [1_000, 1_000, 330]]);
  const { shares, left } = sharesOf(numbered(3_010));
  expect(shares.map((share) => share.length)).toEqual([1_000, 1_000, 1_000]);
  expect(left.map(({ token }) => token)).toEqual(
    numbered(3_010)
      .slice(3_000)
      .map(({ token }) => token),
  );
});

test('several connections are connected when the last is, and disconnected with the first', () => {
  const listeners: FeedListener[] = [];
  const asked: number[] = [];
  const heard: FeedEvent['kind'][] = [];
  const feed = openSpread(
    (listener) => {
      listeners.push(listener);
      const nothing = () => undefined;
      const subscribe = (instruments: readonly unknown[]) => {
        asked.push(instruments.length);
        return { kind: 'ok' as const };
      };
      return { subscribe, unsubscribe: nothing, changeMode: subscribe, reconnect: nothing, close: nothing };
    },
    sharesOf(numbered(1_500)).shares,
    { onTick: () => undefined, onEvent: ({ kind }) => heard.push(kind) },
  );
  expect(feed.subscribe()).toEqual({ kind: 'ok' });
  expect(asked).toEqual([1_000, 500]);
  const [first, second] = listeners;
  first?.onEvent({ kind: 'connected' });
  expect(heard).toEqual([]);
  second?.onEvent({ kind: 'connected' });
  second?.onEvent({ kind: 'disconnected', cause: 'closed' });
  first?.onEvent({ kind: 'disconnected', cause: 'closed' });
  second?.onEvent({ kind: 'connected' });
  first?.onEvent({ kind: 'connected' });
  expect(heard).toEqual(['connected', 'disconnected', 'connected']);
});

test('an instrument is heard in another mode on its own connection; where both have no room it is moved, and said to be', () => {
  const listed = numbered(1_500);
  const asked: string[] = [];
  const isFull = new Set<number>();
  let sockets = 0;
  const feed = openSpread(
    () => {
      const socket = sockets++;
      const nothing = () => undefined;
      const note = (what: string, instruments: readonly { readonly token: string }[], mode: string): void => {
        asked.push(`${socket} ${what} ${instruments.map(({ token }) => token).join()} ${mode}`);
      };
      const subscribe: MarketFeed['subscribe'] = (instruments, mode) => {
        if (isFull.has(socket)) return { kind: 'refused', code: 'SUBSCRIPTION_LIMIT', message: '' };
        note('subscribe', instruments, mode);
        return { kind: 'ok' };
      };
      const changeMode: MarketFeed['changeMode'] = (instruments, mode) => {
        note('move', instruments, mode);
        return { kind: 'ok' };
      };
      const unsubscribe: MarketFeed['unsubscribe'] = (instruments, mode) => note('unsubscribe', instruments, mode);
      return { subscribe, unsubscribe, changeMode, reconnect: nothing, close: nothing };
    },
    sharesOf(listed).shares,
    { onTick: () => undefined, onEvent: () => undefined },
  );
  isFull.add(0);
  const moved = feed.hear([...listed.slice(7, 8), ...listed.slice(1_200, 1_202)], 'full');
  expect(moved.map(({ token }) => token)).toEqual(['7']);
  feed.leave(listed.slice(1_200, 1_202), 'quote');
  expect(asked).toEqual(['0 move 7 full', '1 subscribe 1200,1201 full', '1 unsubscribe 1200,1201 quote']);
});
