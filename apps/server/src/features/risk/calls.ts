import type { riskCalls } from '@trickdesk/contract';
import { type Handlers, Reply } from '../../http/handlers.ts';
import type { RiskService } from './service.ts';
import { settingsToWire, vetoToWire } from './wire.ts';

export const riskHandlers = (risk: RiskService): Handlers<typeof riskCalls> => ({
  risksettings: async (caller) => settingsToWire(await risk.read(caller.accountId), risk.simulated),
  setrisksettings: async (caller, input) => {
    const settings = settingsToWire(await risk.change(caller, input), risk.simulated);
    const waits = settings.next ? ` What is looser holds from ${settings.next.from}.` : '';
    return new Reply(settings, `The limits are saved.${waits}`);
  },
  risklock: async (caller, { until, reason }) => {
    const settings = await risk.lock(caller, { until: Date.parse(until), reason });
    return new Reply(settingsToWire(settings, risk.simulated), 'The lock holds. It cannot be made shorter.');
  },
  killswitch: async (caller, input) => {
    const answer = await risk.kill(caller, input);
    const { handExits = 0, withoutStop = 0, handedOver = 0, keptStops = 0, basketRuns = 0, basketSips = 0 } = answer;
    const report = { ...answer, handExits, withoutStop, handedOver, keptStops, basketRuns, basketSips };
    const words = report.flatten
      ? `Kill switch set. Tricks stopped: ${report.tricks}; positions being closed: ${report.exits + report.handExits}.`
      : `Kill switch set. Tricks stopped: ${report.tricks}; their exits go on.`;
    return new Reply(report, words);
  },
  killswitchlift: async (caller, { password }) => {
    const settings = await risk.lift(caller, password);
    return new Reply(
      settingsToWire(settings, risk.simulated),
      'The kill switch is lifted. Nothing was started, and nothing comes back by itself.',
    );
  },
  riskvetoes: async (caller, input) => {
    const { rows, total } = await risk.vetoes(caller.accountId, input);
    const { pageNumber, pageSize } = input;
    return { veto_list: rows.map((row) => vetoToWire(row, risk.simulated)), pageNumber, pageSize, total };
  },
});
