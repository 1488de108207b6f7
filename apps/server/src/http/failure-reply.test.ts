import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendFailure } from './failure-reply.ts';

/** What a caller is answered where a handler throws this, and what is logged as an error. */
async function answerTo(thrown: unknown) {
  const logged: string[] = [];
  const log = { error: (_fields: object, message: string) => void logged.push(message), debug: () => undefined };
  const server = Fastify();
  server.setErrorHandler((error, request, reply) => sendFailure(error, { request, reply, log }));
  server.get('/', () => {
    throw thrown;
  });
  const answer = await server.inject({ method: 'GET', url: '/' });
  await server.close();
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], code: answer.json().code, logged };
}

const NOT_NOW = { status: 503, retryAfter: '5', code: 'NOT_READY', logged: ['a call failed'] };

test('a database that has no time is “not now”, with a time to come back, and is logged', async () => {
  expect(await answerTo(new Error('timeout exceeded when trying to connect'))).toEqual(NOT_NOW);
  expect(await answerTo(Object.assign(new Error('shutting down'), { code: '57P01' }))).toEqual(NOT_NOW);
  const wrapped = new Error('a page could not be read', { cause: new Error('Connection terminated unexpectedly') });
  expect(await answerTo(wrapped)).toEqual(NOT_NOW);
});

test('a mistake of ours shows none of its words', async () => {
  const answer = await answerTo(new Error('column "secret" does not exist'));
  expect(answer).toMatchObject({ status: 500, code: 'INTERNAL', logged: ['a call failed'] });
});
