import type { BasketItem, InputOf, listBasket } from '@trickdesk/contract';

type Sort = NonNullable<InputOf<typeof listBasket>['sort']>;

const VALUES = {
  name: ({ name }: BasketItem) => name.toLowerCase(),
  minInvestment: ({ minInvestmentPaise }: BasketItem) => minInvestmentPaise,
  return1y: ({ figures }: BasketItem) => figures?.return1yPercent,
  return3y: ({ figures }: BasketItem) => figures?.return3yPercent,
  volatility: ({ figures }: BasketItem) => figures?.volatilityPercent,
} as const;

/** Baskets by a column; those without a value stand last either way, and equals keep their order. */
export function sorted(items: readonly BasketItem[], sort: Sort | undefined): BasketItem[] {
  if (sort === undefined) return [...items];
  const isDown = sort.startsWith('-');
  const valueIn = VALUES[keyOf(sort)];
  return items.toSorted((a, b) => {
    const [left, right] = [valueIn(a), valueIn(b)];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    const order = left < right ? -1 : left > right ? 1 : 0;
    return isDown ? -order : order;
  });
}

function keyOf(sort: Sort): keyof typeof VALUES {
  switch (sort) {
    case 'name':
    case '-name':
      return 'name';
    case 'minInvestment':
    case '-minInvestment':
      return 'minInvestment';
    case 'return1y':
    case '-return1y':
      return 'return1y';
    case 'return3y':
    case '-return3y':
      return 'return3y';
    case 'volatility':
    case '-volatility':
      return 'volatility';
  }
}
