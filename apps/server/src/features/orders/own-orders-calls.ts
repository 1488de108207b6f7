import type { orderDetailCalls, ownOrderCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { OwnOrdersService } from './own-orders-service.ts';

export const ownOrderHandlers = (
  orders: OwnOrdersService,
): Handlers<typeof ownOrderCalls & typeof orderDetailCalls> => ({
  orderdetails: (caller, { orderId }) => orders.details(caller.accountId, orderId),
  ownorderdetails: (caller, { orderId }) => orders.ownDetails(caller.accountId, orderId),
  previeworder: async (caller, input) => ({ preview: await orders.preview(caller.accountId, input) }),
  placeorder: async (caller, input) => {
    const standing = await orders.place(caller, input);
    return new Reply(standing, 'Order kept. The broker’s word about it stands beside it.');
  },
  modifyorder: async (caller, input) => {
    const standing = await orders.modify(caller, input);
    return new Reply(standing, 'Change asked for.');
  },
  cancelorder: async (caller, input) => {
    const standing = await orders.cancel(caller, input);
    return new Reply(standing, 'Cancellation asked for.');
  },
  ownorders: async (caller, input) => {
    const { rows, total } = await orders.list(caller.accountId, input);
    return { order_list: rows, pageNumber: input.pageNumber, pageSize: input.pageSize, total };
  },
});
