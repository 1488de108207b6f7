import type { explainfigure, FigurePart, figureCalls, InputOf, OutputOf } from '@trickdesk/contract';
import { toIndiaIso, toSafePaise } from '@trickdesk/domain';
import type { Handlers } from '../../http/handlers.ts';
import type { Explanation, FiguresService } from './service.ts';

type Asked = InputOf<typeof explainfigure>;

export const figureHandlers = (figures: FiguresService): Handlers<typeof figureCalls> => ({
  explainfigure: async ({ accountId }, asked) => {
    const { pageNumber, pageSize } = asked;
    const explanation = await read(figures, accountId, asked);
    return { ...explanationToWire(explanation), pageNumber, pageSize, total: explanation.count };
  },
});

function read(figures: FiguresService, accountId: number, asked: Asked): Promise<Explanation> {
  const page = { limit: asked.pageSize, offset: (asked.pageNumber - 1) * asked.pageSize };
  if ('TricksId' in asked) return figures.trick(accountId, asked.TricksId, { figure: asked.figure, page });
  if ('myBasketId' in asked) return figures.basket(accountId, asked.myBasketId, { figure: asked.figure, page });
  switch (asked.figure) {
    case 'walletFree':
      return figures.walletFree({ accountId, wallet: asked.wallet_id, page });
    case 'walletHeld':
      return figures.walletHeld({ accountId, wallet: asked.wallet_id, page });
    default:
      return 'is_live' in asked
        ? readBaskets(figures, { accountId, asked, page })
        : readTricks(figures, { accountId, asked, page });
  }
}

interface Reading<Of> {
  readonly accountId: number;
  readonly asked: Of;
  readonly page: { readonly limit: number; readonly offset: number };
}

type BasketsAsked = Extract<Asked, { is_live: 0 | 1 }>;
type TricksAsked = Extract<Asked, { type: 'Live' | 'Test' }>;

function readBaskets(figures: FiguresService, { accountId, asked, page }: Reading<BasketsAsked>) {
  const { figure, is_live: isLive, status, Search: search } = asked;
  return figures.baskets({ accountId, figure, mode: isLive === 1 ? 'live' : 'paper', status, search }, page);
}

function readTricks(figures: FiguresService, { accountId, asked, page }: Reading<TricksAsked>) {
  const mode = asked.type === 'Live' ? 'live' : 'paper';
  if ('withMoved' in asked) return figures.account({ accountId, mode }, { figure: asked.figure, page });
  const whose = { accountId, mode, brokerLinkId: asked.brokerId === 0 ? undefined : asked.brokerId } as const;
  if ('trickStatus' in asked) {
    const { figure, trickStatus: statusNumber, Search: search } = asked;
    return figures.tricks({ ...whose, figure, statusNumber, search }, page);
  }
  const { figure, roboPro, from_date: from, to_date: to } = asked;
  return figures.profit({ ...whose, roboPro, from, to }, { figure, page });
}

function explanationToWire({
  badge,
  parts,
  total,
  ratePercent,
  asOf,
}: Explanation): Omit<OutputOf<typeof explainfigure>, 'pageNumber' | 'pageSize' | 'total'> {
  return {
    ...(badge === undefined ? {} : { badge }),
    parts: parts.map(
      ({ amount, at, ...part }): FigurePart => ({
        ...part,
        ...(at === undefined ? {} : { at: toIndiaIso(at.getTime()) }),
        amountPaise: toSafePaise(amount),
      }),
    ),
    totalPaise: toSafePaise(total),
    ...(ratePercent === undefined ? {} : { ratePercent }),
    asOf: toIndiaIso(asOf),
  };
}
