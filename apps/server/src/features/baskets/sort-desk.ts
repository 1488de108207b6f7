import type { InputOf, OpsBasket, opsbaskets } from '@trickdesk/contract';

type Sort = InputOf<typeof opsbaskets>['sort'];

/** Baskets of the desk by a column; those without a day stand last either way, and equals keep their order. */
export function sortedOnDesk(baskets: readonly OpsBasket[], sort: Sort): OpsBasket[] {
  const isDown = sort.startsWith('-');
  return baskets.toSorted((a, b) => {
    const [left, right] = [valueIn(a, sort), valueIn(b, sort)];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    const order = left < right ? -1 : left > right ? 1 : 0;
    return isDown ? -order : order;
  });
}

function valueIn(basket: OpsBasket, sort: Sort): string | number | undefined {
  switch (sort) {
    case 'name':
    case '-name':
      return basket.name.toLowerCase();
    case 'holders':
    case '-holders':
      return basket.holders;
    case 'sips':
    case '-sips':
      return basket.sips;
    case 'lastReview':
    case '-lastReview':
      return basket.lastReviewedOn;
    case 'nextReview':
    case '-nextReview':
      return basket.nextReviewOn;
  }
}
