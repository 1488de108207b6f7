import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventReader, type WireEvent } from './event-reader.ts';

function read(pieces: readonly string[]): WireEvent[] {
  const events: WireEvent[] = [];
  const feed = createEventReader((event) => events.push(event));
  for (const piece of pieces) feed(piece);
  return events;
}

const STREAM = ': hello\n\nevent: order\nid: 12\ndata: {"a":1}\n\n: beat\n\nevent: market\ndata: {"b":\ndata: 2}\n\n';
const EVENTS = [
  { name: 'order', id: '12', data: '{"a":1}' },
  { name: 'market', id: undefined, data: '{"b":\n2}' },
];

test('events are read, heartbeats are not', () => {
  expect(read([STREAM])).toEqual(EVENTS);
});

test('the pieces in which the network delivers a stream change nothing', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: STREAM.length - 1 }), { maxLength: 8 }),
      fc.boolean(),
      (cuts, crlf) => {
        const text = crlf ? STREAM.replaceAll('\n', '\r\n') : STREAM;
        const places = [0, ...new Set(cuts)].sort((a, b) => a - b);
        const pieces = places.map((from, i) => text.slice(from, places[i + 1]));
        expect(read(pieces)).toEqual(EVENTS);
      },
    ),
  );
});

test('an event that has not ended yet is kept back', () => {
  expect(read(['event: order\ndata: {}\n'])).toEqual([]);
});
