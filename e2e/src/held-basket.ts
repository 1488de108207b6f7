import type { Client } from './client.ts';
import { soon } from './soon.ts';

/** A basket of the catalogue, and a holding of it in test mode. */
export interface HeldBasket {
  readonly basketId: number;
  readonly myBasketId: number;
}

/** The two funds that it is made of have their past within a minute of the first start. */
const NAME = 'Half Gold, Half Shares';

/** Invests in a basket in test mode as soon as the catalogue has it, and waits until it is bought. */
export async function holdBasket(client: Client): Promise<HeldBasket> {
  const basketId = await soon(`the basket ${NAME}`, async () => {
    const { basket_list: baskets } = await client.send('listBasket', { Search: NAME });
    return baskets.find(({ name, minInvestmentPaise }) => name === NAME && minInvestmentPaise !== undefined)?.basketId;
  });
  const asked = { basketId, amountPaise: 1_00_000_00, is_live: 0 as const, idempotencyKey: 'hold-basket' };
  const { myBasketId } = await client.send('openBasket', asked);
  await soon(`a bought ${NAME}`, async () => {
    const { my_basket: basket } = await client.send('mybasketdetails', { myBasketId });
    return basket.status === 'open' ? true : undefined;
  });
  return { basketId, myBasketId };
}
