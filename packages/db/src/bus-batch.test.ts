import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_BATCH_BYTES, MAX_WAITING_BYTES, Outgoing, readBatch } from './bus-batch.ts';

const anyMessage = fc
  .string({ unit: 'grapheme', maxLength: 400 })
  .filter((text) => !text.includes('\0') && !text.includes('\u001e'));
const anyTraffic = fc.array(fc.record({ channel: fc.constantFrom('ticks', 'orders'), message: anyMessage }));

test('every message arrives once, in the order of its channel, in notifications that PostgreSQL accepts', () => {
  fc.assert(
    fc.property(anyTraffic, (traffic) => {
      const outgoing = new Outgoing();
      for (const { channel, message } of traffic) outgoing.add(channel, message);
      const batches = outgoing.take();
      for (const channel of ['ticks', 'orders']) {
        const arrived = batches
          .filter((batch) => batch.channel === channel)
          .flatMap(({ payload }) => readBatch(payload));
        expect(arrived).toEqual(traffic.filter((sent) => sent.channel === channel).map((sent) => sent.message));
      }
      for (const { payload } of batches) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
      expect(outgoing.take()).toEqual([]);
    }),
  );
});

test('small messages share one notification', () => {
  const outgoing = new Outgoing();
  for (let i = 0; i < 60; i += 1) outgoing.add('ticks', `{"token":"3045","ltp":${500_00 + i}}`);
  expect(outgoing.take()).toHaveLength(1);
});

test('two equal notifications stay two', () => {
  const outgoing = new Outgoing();
  const large = 'x'.repeat(MAX_BATCH_BYTES - 1);
  outgoing.add('ticks', large);
  outgoing.add('ticks', large);
  expect(new Set(outgoing.take().map((batch) => batch.payload)).size).toBe(2);
});

test('a message that cannot travel is refused where it is sent', () => {
  const outgoing = new Outgoing();
  expect(() => outgoing.add('ticks', 'x'.repeat(MAX_BATCH_BYTES))).toThrow(RangeError);
  expect(() => outgoing.add('ticks', 'a\u001eb')).toThrow(RangeError);
  expect(() => outgoing.add('Ticks"; DROP', 'a')).toThrow(RangeError);
});

test('what waits for a lost connection is bounded; the oldest goes first and is counted', () => {
  const outgoing = new Outgoing();
  const messages = Array.from({ length: 1_100 }, (_, i) => `${i}:${'x'.repeat(994 - String(i).length)}`);
  for (const message of messages) outgoing.add('ticks', message);
  expect(outgoing.bytes).toBeLessThanOrEqual(MAX_WAITING_BYTES);
  const kept = outgoing.take().flatMap(({ payload }) => readBatch(payload));
  expect(kept.at(-1)).toBe(messages.at(-1));
  expect(outgoing.dropped + kept.length).toBe(messages.length);
  expect(outgoing.dropped).toBeGreaterThan(0);
});
