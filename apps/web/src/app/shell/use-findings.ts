import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { orderStanding } from '../../lib/order-standing.ts';
import { useCall } from '../../lib/use-call.ts';
import type { InputOfCall, OutputOfCall } from '../../lib/wire.ts';

/** Something that the search leads to. */
export interface Finding {
  readonly key: string;
  readonly label: string;
  readonly description?: string;
  readonly path: string;
}

export interface FindingGroup {
  readonly name: 'myTricks' | 'tricks' | 'baskets' | 'myBaskets' | 'orders' | 'tickets' | 'instruments';
  readonly findings: readonly Finding[];
}

export interface Findings {
  /** Only those with something in them. */
  readonly groups: readonly FindingGroup[];
  readonly isSearching: boolean;
  /** One of the lists could not be read: "nothing found" would not be true. */
  readonly hasFailed: boolean;
}

/** At most this many of each kind. */
const LIMIT = 4;
/** One letter is in everything. */
const SHORTEST = 2;

type Answers = ReturnType<typeof useAnswers>;

/** What a person owns and what the catalogues hold, by their names: the lists' own search, each with its mode. */
export function useFindings(text: string): Findings {
  const { t } = useTranslation();
  const answers = useAnswers(text);
  const isAsked = text.length >= SHORTEST;
  const all = Object.values(answers);
  const groups = isAsked ? groupsOf(answers, t) : [];
  return {
    groups: groups.filter(({ findings }) => findings.length > 0),
    isSearching: isAsked && all.some(({ isFetching }) => isFetching),
    hasFailed: isAsked && all.some(({ isError }) => isError),
  };
}

function useAnswers(text: string) {
  const options = { enabled: text.length >= SHORTEST };
  const asked = { Search: text, pageSize: LIMIT };
  const tricksOf = (type: 'Live' | 'Test'): InputOfCall<'mytrick'> => ({ ...asked, type, trickStatus: 0 });
  return {
    liveTricks: useCall('mytrick', tricksOf('Live'), options),
    testTricks: useCall('mytrick', tricksOf('Test'), options),
    tricks: useCall('hometrickers', asked, options),
    baskets: useCall('listBasket', asked, options),
    liveBaskets: useCall('getMyBaskets', { ...asked, is_live: 1 }, options),
    testBaskets: useCall('getMyBaskets', { ...asked, is_live: 0 }, options),
    ownOrders: useCall('ownorders', asked, options),
    liveOrders: useCall('orderhistory', { ...asked, is_live: 1 }, options),
    testOrders: useCall('orderhistory', { ...asked, is_live: 0 }, options),
    tickets: useCall('ticketlist', asked, options),
    instruments: useCall('searchinstruments', { Search: text }, options),
  };
}

function groupsOf(answers: Answers, t: TFunction): FindingGroup[] {
  const { liveTricks, testTricks, liveBaskets, testBaskets } = answers;
  const mine = [...(liveTricks.data?.trick_list ?? []), ...(testTricks.data?.trick_list ?? [])];
  const held = [...(liveBaskets.data?.my_basket_list ?? []), ...(testBaskets.data?.my_basket_list ?? [])];
  return [
    {
      name: 'myTricks',
      findings: mine.map(({ TricksId, name, badge }) => ({
        ...{ key: `my-trick ${TricksId}`, label: name, description: t(`mode.${badge}`) },
        path: `/my-tricks/${TricksId}`,
      })),
    },
    {
      name: 'tricks',
      findings: (answers.tricks.data?.trick_list ?? []).map(({ TricksId, name, summary }) => ({
        ...{ key: `trick ${TricksId}`, label: name, description: summary, path: `/tricks/${TricksId}` },
      })),
    },
    {
      name: 'myBaskets',
      findings: held.map(({ myBasketId, name, badge }) => ({
        ...{ key: `my-basket ${myBasketId}`, label: name, description: t(`mode.${badge}`) },
        path: `/my-baskets/${myBasketId}`,
      })),
    },
    {
      name: 'baskets',
      findings: (answers.baskets.data?.basket_list ?? []).map(({ basketId, name, summary }) => ({
        ...{ key: `basket ${basketId}`, label: name, description: summary, path: `/baskets/${basketId}` },
      })),
    },
    { name: 'orders', findings: ordersOf(answers, t) },
    {
      name: 'tickets',
      findings: (answers.tickets.data?.ticket_list ?? []).map(({ ticketId, subject, state }) => ({
        ...{ key: `ticket ${ticketId}`, label: subject, description: t(`tickets.states.person.${state}`) },
        path: `/tickets/${ticketId}`,
      })),
    },
    {
      name: 'instruments',
      findings: (answers.instruments.data?.instrument_list ?? []).slice(0, LIMIT).map(({ exchange, symbol, name }) => ({
        ...{ key: `instrument ${exchange}:${symbol}`, label: symbol },
        ...(name === symbol ? {} : { description: name }),
        path: `/tricks?search=${encodeURIComponent(symbol)}`,
      })),
    },
  ];
}

/** The youngest of each kind, whoever placed it. */
function ordersOf({ ownOrders, liveOrders, testOrders }: Answers, t: TFunction): Finding[] {
  const byTricks = [...(liveOrders.data?.live_orderhistory ?? []), ...(testOrders.data?.test_orderhistory ?? [])];
  const byHand = ownOrders.data?.order_list ?? [];
  return [
    ...byHand.map((order) => ({ ...orderFinding(order, t), path: `/orders/own/${order.orderId}` })),
    ...byTricks.map((order) => ({ ...orderFinding(order, t), path: `/orders/${order.orderId}` })),
  ].map((finding) => ({ ...finding, key: `order ${finding.path}` }));
}

type AnyOrder =
  | OutputOfCall<'ownorders'>['order_list'][number]
  | NonNullable<OutputOfCall<'orderhistory'>['live_orderhistory']>[number];

function orderFinding(order: AnyOrder, t: TFunction) {
  const { side, symbol, quantity, badge } = order;
  const label = t('shell.palette.order', { side: t(`orders.${side}`), quantity, symbol });
  return { label, description: `${t(`mode.${badge}`)} · ${orderStanding(order, t)}` };
}
