import type { withdrawalCalls } from '@trickdesk/contract';
import { addDays, formatPaise, indiaMoment, toSafePaise } from '@trickdesk/domain';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { WithdrawalsService } from './service.ts';
import { WALLET_NAMES } from './wire.ts';

export const withdrawalHandlers = (withdrawals: WithdrawalsService): Handlers<typeof withdrawalCalls> => ({
  withdrawalterms: async ({ accountId }) => {
    const { bank, notBefore, ...terms } = await withdrawals.terms(accountId);
    return {
      ...{ obstacles: terms.obstacles, proof: terms.proof, sandbox: terms.sandbox },
      minPaise: toSafePaise(terms.minPaise),
      dayLeftPaise: toSafePaise(terms.dayLeftPaise),
      dayLimitPaise: toSafePaise(terms.dayLimitPaise),
      secondPersonFromPaise: toSafePaise(terms.secondPersonFromPaise),
      ...(bank ? { bank: { accountMasked: bank.masked, ifsc: bank.ifsc, bankName: bank.bankName } } : {}),
      ...(notBefore === undefined ? {} : { notBefore: new Date(notBefore).toISOString() }),
    };
  },
  withdrawalPayment: async ({ accountId, origin }, { wallet_id: id, amountPaise, ...rest }) => {
    const asked = { ...rest, wallet: WALLET_NAMES[id], amountPaise: BigInt(amountPaise) };
    const withdrawal = await withdrawals.request({ accountId, origin }, asked);
    const words = `${formatPaise(amountPaise)} are held and go to ${withdrawal.accountMasked} once they are approved.`;
    return new Reply({ withdrawal }, words);
  },
  mywallethistoryTransferBank: async ({ accountId }, input) => {
    const { pageNumber, pageSize, Search: search, from_date: from, to_date: to, state, sort } = input;
    const filter = {
      ...{ accountId, state, search },
      from: from === undefined ? undefined : new Date(indiaMoment(from)),
      before: to === undefined ? undefined : new Date(indiaMoment(addDays(to, 1))),
    };
    const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
    const found = await withdrawals.own(filter, page);
    return {
      withdrawal_list: found.withdrawals,
      paidPaise: toSafePaise(found.paidPaise),
      underWayPaise: toSafePaise(found.underWayPaise),
      ...{ pageNumber, pageSize, total: found.total },
    };
  },
});
