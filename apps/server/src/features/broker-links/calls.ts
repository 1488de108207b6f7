import type { BrokerDetails, brokerLinkCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import { DAILY_OFF } from './link-account.ts';
import type { BrokerLinksService } from './service.ts';
import type { LinkRow } from './store.ts';

export const brokerLinkHandlers = (links: BrokerLinksService): Handlers<typeof brokerLinkCalls> => ({
  linkangelone: async (caller, input) => {
    const link = await links.link(caller, input);
    const words = `Angel One ${link.client_code} is linked.`;
    return new Reply({ broker_angelone_details: toWire(link) }, link.endsDaily ? `${words} ${DAILY_OFF}` : words);
  },
  getangelone: async (caller) => {
    const broker_details = (await links.list(caller.accountId)).map(toWire);
    const [newest] = broker_details;
    return {
      broker_details,
      mayStoreCredentials: links.mayStoreCredentials,
      ...(newest === undefined ? {} : { broker_angelone_details: newest }),
    };
  },
  unlinkangelone: async (caller, input) => {
    await links.unlink(caller, input);
    const broker_details = (await links.list(caller.accountId)).map(toWire);
    return new Reply({ broker_details }, 'The broker account is no longer linked.');
  },
});

function toWire(link: LinkRow): BrokerDetails {
  const { funds_available_paise: available, funds_used_paise: used, status_reason: statusReason } = link;
  return {
    brokerId: link.id,
    broker: 'Angel One',
    clientCode: link.client_code,
    name: link.holder_name,
    status: link.status,
    ...(statusReason === null ? {} : { statusReason }),
    lastLoginAt: link.last_login_at.toISOString(),
    tokenExpiresAt: link.token_expires_at.toISOString(),
    ...(available === null || used === null
      ? {}
      : { funds: { availablePaise: Number(available), usedPaise: Number(used) } }),
    autoSignIn: link.auto_sign_in,
    environment: link.environment === 'live' ? 'live' : 'simulator',
  };
}
