import type { Caller } from '../../platform/caller.ts';
import { readDesk, readDeskAccount } from './desk.ts';
import {
  type AccountToSwitch,
  type DeskDeedParts,
  haltTrick,
  type ProductToSwitch,
  switchAccount,
  switchProduct,
  type TrickToHalt,
} from './desk-deeds.ts';
import type { TrickFilter, TrickPage } from './desk-store.ts';

export type TradingDesk = ReturnType<typeof createTradingDesk>;
type Operator = Pick<Caller, 'accountId' | 'origin'>;

/** How trading goes over all accounts, and what stops it. Exits are never stopped. */
export function createTradingDesk(parts: DeskDeedParts) {
  return {
    read: (filter: TrickFilter, page: TrickPage) => readDesk(parts, filter, page),
    readAccount: (userId: number) => readDeskAccount(parts, userId),
    halt: (operator: Operator, wish: TrickToHalt) => haltTrick(parts, operator, wish),
    switchAccount: (operator: Operator, wish: AccountToSwitch) => switchAccount(parts, operator, wish),
    switchProduct: (operator: Operator, wish: ProductToSwitch) => switchProduct(parts, operator, wish),
  };
}
