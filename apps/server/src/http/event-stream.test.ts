import { connect, type Socket } from 'node:net';
import { STREAM_PATH } from '@trickdesk/contract';
import { fastify } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { eventStream, type StreamListener } from './event-stream.ts';

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server with one source, and a client that connects and never reads. */
async function openUnread(heartbeatMs: number) {
  const logged: string[] = [];
  const listeners: StreamListener[] = [];
  let detached = 0;
  const server = fastify();
  eventStream({
    gate: {
      admit: async () => ({ accountId: 1, sessionId: 's', ability: [], expiresAt: Date.now() / 1_000 + 600 }),
      isLive: async () => true,
      markEnded: () => undefined,
    },
    now: () => Date.now(),
    log: { info: (_fields, message) => logged.push(message), warn: (_fields, message) => logged.push(message) },
    heartbeatMs,
    sources: [
      async (listener) => {
        listeners.push(listener);
        return () => {
          detached += 1;
        };
      },
    ],
  })(server);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const address = server.server.address();
  const socket: Socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  socket.pause();
  socket.on('error', () => undefined);
  closers.push(
    () => socket.destroy(),
    () => server.close(),
  );
  socket.write(`GET ${STREAM_PATH} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\n\r\n`);
  await expect.poll(() => listeners.length).toBe(1);
  const [listener] = listeners;
  if (!listener) throw new Error('no listener');
  return { listener, logged, detached: () => detached };
}

const TOO_SLOW = 'a stream was cut off: its reader is too slow';

test('a reader that falls far behind is cut off instead of filling the memory', async () => {
  const { listener, logged, detached } = await openUnread(60_000);
  const data = JSON.stringify('x'.repeat(50_000));
  for (let i = 0; i < 20; i += 1) listener.send({ name: 'quote', data });
  expect(logged).toEqual([TOO_SLOW]);
  expect(detached()).toBe(1);
});

test('a reader that takes nothing any more is cut off, and whoever waits for it goes on', async () => {
  const { listener, logged } = await openUnread(300);
  let sent = 0;
  // More than the buffers between two processes hold.
  for (; sent < 1_000 && logged.length === 0; sent += 1) {
    listener.send({ name: 'order', data: JSON.stringify('x'.repeat(50_000)), id: String(sent) });
    await listener.drained();
  }
  expect(logged).toEqual([TOO_SLOW]);
  expect(sent).toBeLessThan(1_000);
});
