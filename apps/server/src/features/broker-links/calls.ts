import type { BrokerDetails, brokerLinkCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { Clock } from '../../platform/clock.ts';
import { statusAt } from './rules.ts';
import type { BrokerLinksService } from './service.ts';
import type { LinkRow } from './store.ts';

export const brokerLinkHandlers = (links: BrokerLinksService, clock: Clock): Handlers<typeof brokerLinkCalls> => {
  const detailsOf = (link: LinkRow): BrokerDetails => toWire(link, clock.now());
  return {
    linkangelone: async (caller, input) => {
      const link = await links.link(caller, input);
      return new Reply({ broker_angelone_details: detailsOf(link) }, `Angel One ${link.client_code} is linked.`);
    },
    getangelone: async (caller) => {
      const broker_details = (await links.list(caller.accountId)).map(detailsOf);
      const [newest] = broker_details;
      return { broker_details, ...(newest === undefined ? {} : { broker_angelone_details: newest }) };
    },
    unlinkangelone: async (caller, input) => {
      await links.unlink(caller, input);
      const broker_details = (await links.list(caller.accountId)).map(detailsOf);
      return new Reply({ broker_details }, 'The broker account is no longer linked.');
    },
  };
};

function toWire(link: LinkRow, now: number): BrokerDetails {
  const { funds_available_paise: available, funds_used_paise: used, status_reason: statusReason } = link;
  const tokenExpiresAt = link.token_expires_at.getTime();
  return {
    brokerId: link.id,
    broker: 'Angel One',
    clientCode: link.client_code,
    name: link.holder_name,
    status: statusAt({ status: link.status, tokenExpiresAt }, now),
    ...(statusReason === null ? {} : { statusReason }),
    lastLoginAt: link.last_login_at.toISOString(),
    tokenExpiresAt: link.token_expires_at.toISOString(),
    ...(available === null || used === null
      ? {}
      : { funds: { availablePaise: Number(available), usedPaise: Number(used) } }),
    environment: link.environment === 'live' ? 'live' : 'simulator',
  };
}
