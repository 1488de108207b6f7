import { Refusal } from '../../http/refusal.ts';
import { approveWithdrawal, clearWithdrawal, type Decided, rejectWithdrawal } from './decide.ts';
import type { Who, WithdrawalParts } from './parts.ts';
import { readOwn, readQueue, readQueued, withdrawalById } from './read.ts';
import { readFacts, requestWithdrawal, type WithdrawalAsked } from './request.ts';
import { MIN_WITHDRAWAL, obstaclesOf, waitOf } from './rules.ts';

export type WithdrawalsService = ReturnType<typeof createWithdrawalsService>;

/** Money on its way from wallets to people's banks. */
export function createWithdrawalsService(parts: WithdrawalParts) {
  const { database, clock, limits, sandbox, secondFactor } = parts;
  const db = database.kysely;
  return {
    terms: async (accountId: number) => {
      const now = clock.now();
      const { bank, main, rewards } = await database.transaction(async (tx) => {
        const facts = await readFacts(tx, { accountId, wallet: 'main' }, now);
        return { bank: facts.bank, main: facts, rewards: await readFacts(tx, { accountId, wallet: 'rewards' }, now) };
      });
      const fuller = main.freePaise >= rewards.freePaise ? main : rewards;
      const left = limits.dayLimitPaise - main.askedTodayPaise;
      return {
        obstacles: obstaclesOf(fuller, limits),
        minPaise: MIN_WITHDRAWAL,
        dayLeftPaise: left > 0n ? left : 0n,
        ...limits,
        bank: bank?.status === 'verified' ? bank : undefined,
        notBefore: bank?.status === 'verified' ? waitOf(bank, now) : undefined,
        proof: (await secondFactor.isOn(accountId)) ? ('totp' as const) : ('password' as const),
        sandbox,
      };
    },
    request: async (who: Who, asked: WithdrawalAsked) => withdrawalById(db, await requestWithdrawal(parts, who, asked)),
    own: (filter: Parameters<typeof readOwn>[1], page: Parameters<typeof readOwn>[2]) => readOwn(db, filter, page),
    queue: (asked: Parameters<typeof readQueue>[1], page: Parameters<typeof readQueue>[2]) =>
      readQueue(db, asked, page),
    approve: async (operator: Who, decided: Decided) => {
      await approveWithdrawal(parts, operator, decided);
      return queued(decided.withdrawalId, operator);
    },
    reject: async (operator: Who, decided: Decided & { readonly reason: string }) => {
      await rejectWithdrawal(parts, operator, decided);
      return queued(decided.withdrawalId, operator);
    },
    clear: async (operator: Who, decided: Decided & { readonly reason: string }) => {
      await clearWithdrawal(parts, operator, decided);
      return queued(decided.withdrawalId, operator);
    },
  };

  async function queued(withdrawalId: number, { accountId }: Who) {
    const found = await readQueued(db, withdrawalId, accountId);
    if (!found) throw new Refusal('NOT_FOUND');
    return found;
  }
}
