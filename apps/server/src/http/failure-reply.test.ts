import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendFailure } from './failure-reply.ts';

/** What a caller is answered where a handler throws this, and what is logged as an error. */
async function answerTo(thrown: unknown, isUnavailable: (error: unknown) => boolean) {
  const logged: string[] = [];
  const log = { error: (_fields: object, message: string) => void logged.push(message), debug: () => undefined };
  const server = Fastify();
  server.setErrorHandler((error, request, reply) => sendFailure(error, { request, reply, log, isUnavailable }));
  server.get('/', () => {
    throw thrown;
  });
  const answer = await server.inject({ method: 'GET', url: '/' });
  await server.close();
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], code: answer.json().code, logged };
}

const NOT_NOW = { status: 503, retryAfter: '5', code: 'NOT_READY', logged: ['a call failed'] };

test('what is out of reach for a moment is “not now”, with a time to come back, and is logged', async () => {
  const gone = new Error('timeout exceeded when trying to connect');
  expect(await answerTo(gone, (error) => error === gone)).toEqual(NOT_NOW);
});

test('a mistake of ours shows none of its words', async () => {
  const answer = await answerTo(new Error('column "secret" does not exist'), () => false);
  expect(answer).toMatchObject({ status: 500, code: 'INTERNAL', logged: ['a call failed'] });
});
