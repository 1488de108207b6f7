/** What the broker has of a client on its day, as the simulator's own door tells it. */
export interface BrokerOrder {
  readonly orderId: string;
  readonly tag: string | null;
  readonly side: 'BUY' | 'SELL';
  readonly status: string;
  readonly filledQuantity: number;
  readonly unfilledQuantity: number;
}

/** What the product has stored of the same day. */
export interface StoredOrder {
  readonly id: number;
  readonly brokerOrderId: string | null;
  readonly deploymentId: number | null;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly role: string;
  readonly state: string;
  readonly filled: number;
}

/** An open live position of a trick. */
export interface HeldPosition {
  readonly deploymentId: number;
  readonly symbol: string;
  readonly product: string;
  /** Below zero is short. */
  readonly units: number;
}

export interface Books {
  readonly broker: readonly BrokerOrder[];
  readonly stored: readonly StoredOrder[];
  readonly held: readonly HeldPosition[];
  /** Continuous trading is open: stops can rest. */
  readonly isOpen: boolean;
}

const ENDED_AT_BROKER = new Set(['complete', 'rejected', 'cancelled', 'cancelled after market order']);
const ENDED = new Set(['filled', 'cancelled', 'rejected', 'expired']);

/** Every disagreement between the broker's book of a day and what the product has stored of it, in words. */
export function differencesOf(books: Books): string[] {
  return [...ordersApart(books), ...tagsTwice(books), ...barePositions(books)];
}

function ordersApart({ broker, stored }: Books): string[] {
  const found: string[] = [];
  for (const order of broker) {
    const [row, ...more] = stored.filter(({ brokerOrderId }) => brokerOrderId === order.orderId);
    const what = `order ${order.orderId} (${order.side} ${order.filledQuantity} filled, ${order.status})`;
    if (!row) found.push(`${what} has no row`);
    else if (more.length > 0) found.push(`${what} has ${more.length + 1} rows`);
    else if (row.filled !== order.filledQuantity) found.push(`${what}: row ${row.id} has ${row.filled} filled`);
    else if (ENDED.has(row.state) !== ENDED_AT_BROKER.has(order.status)) {
      found.push(`${what}: row ${row.id} is ${row.state}`);
    }
  }
  const atBroker = new Set(broker.map(({ orderId }) => orderId));
  const unknown = stored.filter(({ brokerOrderId }) => brokerOrderId !== null && !atBroker.has(brokerOrderId));
  return [
    ...found,
    ...unknown.map((row) => `row ${row.id} names order ${row.brokerOrderId}, which the broker has not`),
  ];
}

function tagsTwice({ broker }: Books): string[] {
  const tags = broker.flatMap(({ tag }) => (tag === null || tag === '' ? [] : [tag]));
  const twice = new Set(tags.filter((tag, place) => tags.indexOf(tag) !== place));
  return [...twice].map((tag) => `the tag ${tag} was sent more than once`);
}

/** While stops can rest, each intraday position has one over all of it, or is being left. */
function barePositions({ broker, stored, held, isOpen }: Books): string[] {
  if (!isOpen) return [];
  const waiting = new Map(
    broker.filter(({ status }) => !ENDED_AT_BROKER.has(status)).map((order) => [order.orderId, order]),
  );
  const closing = (position: HeldPosition, roles: readonly string[]): number =>
    stored
      .filter((row) => row.deploymentId === position.deploymentId && row.symbol === position.symbol)
      .filter((row) => roles.includes(row.role) && row.side === (position.units > 0 ? 'sell' : 'buy'))
      .reduce((sum, row) => sum + (waiting.get(row.brokerOrderId ?? '')?.unfilledQuantity ?? 0), 0);
  return held
    .filter(({ product }) => product === 'INTRADAY')
    .flatMap((position) => {
      const what = `${position.units} ${position.symbol} of trick ${position.deploymentId}`;
      const [resting, leaving] = [closing(position, ['protective']), closing(position, ['exit'])];
      const units = Math.abs(position.units);
      if (resting + leaving > units) return [`${what}: ${resting} rest and ${leaving} leave, more than is held`];
      return resting + leaving < units ? [`${what}: only ${resting} rest and ${leaving} leave`] : [];
    });
}
