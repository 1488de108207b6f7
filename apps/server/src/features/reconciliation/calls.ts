import type { reconciliationCalls, reconciliationCaseCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { ReconciliationDesk } from './desk.ts';
import type { ReconciliationService } from './service.ts';
import { deskReportToWire, deskRowToWire, latencyToWire, reportToWire, rowToWire } from './wire.ts';

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

export const reconciliationCaseHandlers = (desk: ReconciliationDesk): Handlers<typeof reconciliationCaseCalls> => ({
  opsreconciliation: async (_operator, input) => {
    const { pageNumber, pageSize, Search: search, from_date: from, to_date: to, state, sort } = input;
    const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize, sort };
    const { rows, total } = await desk.list({ state, from, to, search }, page);
    return { report_list: rows.map((row) => deskRowToWire(row, desk.simulated)), pageNumber, pageSize, total };
  },
  opsreconciliationreport: async (_operator, { reportId }) => ({
    report: deskReportToWire(await desk.read(reportId), desk.simulated),
  }),
});
