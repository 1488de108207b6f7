import type { parityCalls } from '@trickdesk/contract';
import type { Handlers } from '../../http/handlers.ts';
import type { ParityService } from './service.ts';
import { reportToWire } from './wire.ts';

export const parityHandlers = (parity: ParityService): Handlers<typeof parityCalls> => ({
  parityreport: async ({ accountId }, { TricksId, date }) => {
    const { days, report } = await parity.read(accountId, TricksId, date);
    return { days, ...(report ? { report: reportToWire(report, parity.simulated) } : {}) };
  },
});
