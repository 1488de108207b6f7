import { fastify } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import pg from 'pg';
import { z } from 'zod';
import { REFERENCE_TABLE } from './seed-database.ts';

/**
 * What the calls are measured beside, in one process of its own: a handler that only checks its input and the token,
 * and one that also reads fifty rows by an index. The port and a token go to standard output.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] ?? '', max: 10 });
const key = new TextEncoder().encode('a key of thirty-two bytes or more');
const remembered = new Set<string>();
const input = z.strictObject({ accountId: z.int().positive(), Search: z.string().max(80).optional() });

const server = fastify();
server.addHook('onRequest', async (call) => {
  const token = call.headers.authorization?.slice('Bearer '.length) ?? '';
  // As the product does: a signature is checked once.
  if (remembered.has(token)) return;
  await jwtVerify(token, key);
  remembered.add(token);
});
server.post('/bare', async (call) => ({ status: true, data: { you: input.parse(call.body).accountId } }));
server.post('/query', async (call) => {
  const found = await pool.query(
    `SELECT id, symbol, side, purpose, quantity, average_paise, state, charges_paise, reason, at
     FROM ${REFERENCE_TABLE} WHERE account_id = $1 ORDER BY id DESC LIMIT 50`,
    [input.parse(call.body).accountId],
  );
  return { status: true, data: found.rows };
});
await server.listen({ host: '127.0.0.1', port: 0 });
const address = server.server.address();
const token = await new SignJWT({ sid: 'bench' })
  .setProtectedHeader({ alg: 'HS256' })
  .setExpirationTime('1h')
  .sign(key);
process.stdout.write(
  `${JSON.stringify({ port: typeof address === 'object' && address !== null ? address.port : 0, token })}\n`,
);
process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
