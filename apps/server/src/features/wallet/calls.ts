import type { walletCalls } from '@trickdesk/contract';
import { addDays, indiaMoment, toSafePaise } from '@trickdesk/domain';
import type { Handlers } from '../../http/handlers.ts';
import type { WalletService } from './service.ts';
import { entryToWire, walletToWire } from './wire.ts';

const SIDES = { A: undefined, C: 'credit', D: 'debit' } as const;

export const walletHandlers = (wallet: WalletService): Handlers<typeof walletCalls> => ({
  mywallet: async ({ accountId }) => ({ wallets: (await wallet.read(accountId)).map(walletToWire) }),
  walletstatementpdf: async ({ accountId }, { from_date: from, to_date: to }) => {
    const bytes = await wallet.statementPdf(accountId, { from, to });
    return { fileName: `wallet-${from}-${to}.pdf`, base64: Buffer.from(bytes).toString('base64') };
  },
  mywallethistory: async ({ accountId }, input) => {
    const { pageNumber, pageSize, Search: search, from_date: from, to_date: to, type, wallet_id: id, sort } = input;
    const filter = {
      ownerId: accountId,
      wallet: id,
      side: SIDES[type],
      search,
      from: from === undefined ? undefined : new Date(indiaMoment(from)),
      before: to === undefined ? undefined : new Date(indiaMoment(addDays(to, 1))),
    };
    const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
    const { entries, total, creditPaise, debitPaise } = await wallet.statement(filter, page);
    return {
      wallet_transaction_list: entries.map(entryToWire),
      creditPaise: toSafePaise(creditPaise),
      debitPaise: toSafePaise(debitPaise),
      ...{ pageNumber, pageSize, total },
    };
  },
});
