import { type Database, migrate } from '@trickdesk/db';
import { hashOf } from '@trickdesk/domain';
import type { PaymentGateway, PayoutAsked, PayoutGateway, PayoutState } from '@trickdesk/providers/payments';
import { sql } from 'kysely';

/**
 * What lies outside the product: a payment gateway and a bank that remember what they were asked, whoever dies meanwhile.
 * What becomes of a payout is decided by its reference, so that every process tells the same.
 */
export type Fate = 'paid' | 'failed' | 'reversed';

const WORDS: Readonly<Record<Fate, readonly PayoutState[]>> = {
  paid: ['under_way', 'paid'],
  failed: ['under_way', 'failed'],
  reversed: ['under_way', 'paid', 'reversed'],
};

/** In the order in which they come true. */
export const wordsOf = (reference: string): readonly PayoutState[] => WORDS[fateOf(reference)];

export function fateOf(reference: string): Fate {
  const share = hashOf(reference) % 10;
  return share < 6 ? 'paid' : share < 8 ? 'failed' : 'reversed';
}

export async function createWorld(database: Database): Promise<void> {
  await migrate(database.target);
  await sql
    .raw('CREATE TABLE world_payout (reference text PRIMARY KEY, amount_paise bigint NOT NULL, asked int NOT NULL)')
    .execute(database.kysely);
  await sql
    .raw('CREATE TABLE world_payment (order_id text PRIMARY KEY, amount_paise bigint NOT NULL, told int NOT NULL)')
    .execute(database.kysely);
}

/** Chance by process and call: what goes wrong on the line. */
export type Trouble = () => number;
export const NO_TROUBLE: Trouble = () => 1;

const LOST = { kind: 'unavailable', cause: 'timeout' } as const;
const answerOf = (reference: string, state: PayoutState): PayoutAsked => ({
  ...{ kind: 'accepted', payoutId: `pout_${reference}`, state, utr: undefined, reason: 'The bank said so.' },
});

/** A bank: the same reference is the same payout, however often it is asked for; an answer may be lost either way. */
export function createBank({ kysely }: Database, trouble: Trouble): PayoutGateway {
  return {
    send: async ({ reference, amountPaise }) => {
      const luck = trouble();
      // It never arrived.
      if (luck < 0.1) return LOST;
      await sql`INSERT INTO world_payout (reference, amount_paise, asked) VALUES (${reference}, ${amountPaise}, 1)
        ON CONFLICT (reference) DO UPDATE SET asked = world_payout.asked + 1`.execute(kysely);
      // It arrived, and nobody heard of it.
      if (luck < 0.3) return LOST;
      return answerOf(reference, 'under_way');
    },
    find: async (reference) => {
      if (trouble() < 0.1) return LOST;
      const { rows } = await sql`SELECT 1 FROM world_payout WHERE reference = ${reference}`.execute(kysely);
      if (rows.length === 0) return { kind: 'missing' };
      return answerOf(reference, wordsOf(reference).at(-1) ?? 'under_way');
    },
  };
}

/** A gateway whose orders are known by their receipt. */
export function createGateway(trouble: Trouble): Pick<PaymentGateway, 'createOrder'> {
  return {
    createOrder: async ({ receipt }) => (trouble() < 0.1 ? LOST : { kind: 'created', orderId: `order_${receipt}` }),
  };
}
