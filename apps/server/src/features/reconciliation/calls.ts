import type { reconciliationCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { ReconciliationService } from './service.ts';
import { latencyToWire, reportToWire, rowToWire } from './wire.ts';

export const reconciliationHandlers = (service: ReconciliationService): Handlers<typeof reconciliationCalls> => ({
  reconciliationreports: async ({ accountId }, input) => {
    const { rows, total } = await service.list(accountId, input);
    const { pageNumber, pageSize } = input;
    return { report_list: rows.map((row) => rowToWire(row, service.simulated)), pageNumber, pageSize, total };
  },
  reconciliationreport: async ({ accountId }, { reportId, brokerId }) => {
    if (reportId !== undefined) {
      return { report: reportToWire(await service.read(accountId, reportId), service.simulated) };
    }
    const report = reportToWire(await service.run(accountId, brokerId ?? 0), service.simulated);
    return new Reply(
      { report },
      report.unexplained === 0 ? 'Compared: nothing is unexplained.' : 'Compared: the books differ.',
    );
  },
  orderlatency: async ({ accountId }, { orders }) =>
    latencyToWire(await service.latency(accountId, orders), service.simulated),
});
