import type { profitCalls } from '@trickdesk/contract';
import { toSafePaise } from '@trickdesk/domain';
import type { Handlers } from '../../http/handlers.ts';
import type { ProfitService } from './service.ts';

export const profitHandlers = (profit: ProfitService): Handlers<typeof profitCalls> => ({
  mytrickprofit: async ({ accountId }, { type, brokerId, roboPro, from_date: from, to_date: to }) => {
    const isLive = type === 'Live';
    const reading = await profit.read({
      accountId,
      mode: isLive ? 'live' : 'paper',
      brokerLinkId: brokerId === 0 ? undefined : brokerId,
      roboPro,
      from,
      to,
    });
    return {
      badge: isLive ? (profit.simulated ? 'live_simulated' : 'live') : 'test',
      hasRoboPro: reading.hasRoboPro,
      profit: reading.days.map((day) => ({
        date: day.date,
        realisedPaise: toSafePaise(day.realisedPaise),
        unrealisedPaise: toSafePaise(day.unrealisedPaise),
        chargesPaise: toSafePaise(day.chargesPaise),
      })),
      totals: {
        realisedPaise: toSafePaise(reading.realisedPaise),
        unrealisedPaise: toSafePaise(reading.unrealisedPaise),
        chargesPaise: toSafePaise(reading.chargesPaise),
        netPaise: toSafePaise(reading.realisedPaise + reading.unrealisedPaise),
        capitalPaise: toSafePaise(reading.capitalPaise),
        movedPaise: toSafePaise(reading.movedPaise),
      },
      drawdown: { paise: toSafePaise(reading.drawdownPaise), percent: reading.drawdownPercent },
    };
  },
});
