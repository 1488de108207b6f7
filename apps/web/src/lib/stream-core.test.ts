import { STREAM_PATH as CONTRACT_PATH } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { backOffMs, readStream, streamUrl } from './stream-core.ts';
import { STREAM_PATH } from './stream-events.ts';

test('the stream is where the contract says', () => {
  expect(STREAM_PATH).toBe(CONTRACT_PATH);
});

test('the same symbols give the same address, whatever their order', () => {
  expect(streamUrl('/s', ['INFY', 'SBIN', 'INFY'])).toBe(streamUrl('/s', ['SBIN', 'INFY']));
  expect(streamUrl('/s', ['M&M'])).toBe('/s?symbols=M%26M');
  expect(streamUrl('/s', [])).toBe('/s');
});

test('the wait before another try doubles and stays under fifteen seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map((failures) => backOffMs(failures, 0))).toEqual([
    500, 1000, 2000, 4000, 8000, 15000, 15000,
  ]);
  expect(backOffMs(1, 1)).toBe(375);
});

test('a stream resumes after the last event it had, and a heartbeat counts as a sign of life', async () => {
  const asked: Headers[] = [];
  const events: unknown[] = [];
  let beats = 0;
  await readStream({
    url: '/s',
    lastEventId: '41',
    signal: new AbortController().signal,
    fetchSignedIn: async (_url, init) => {
      asked.push(new Headers(init.headers));
      return new Response(': beat\n\nevent: trick\nid: 42\ndata: {}\n\n');
    },
    onOpen: () => undefined,
    onEvent: (event) => events.push(event),
    onSignOfLife: () => {
      beats += 1;
    },
  });
  expect(asked[0]?.get('last-event-id')).toBe('41');
  expect(events).toEqual([{ name: 'trick', id: '42', data: '{}' }]);
  expect(beats).toBeGreaterThan(0);
});
