import type {
  KillPlan as KillPlanWire,
  RiskFigures as RiskFiguresWire,
  RiskLimitsWire,
  RiskSettings,
  RiskVetoRow,
} from '@trickdesk/contract';
import { toIndiaIso } from '@trickdesk/domain';
import type { VetoRecord } from './change-store.ts';
import type { RiskFigures } from './figures.ts';
import type { RiskLimits } from './limits.ts';
import type { KillPlan, RiskReading } from './read-settings.ts';

/** Records in the words of the wire. */

export function settingsToWire(reading: RiskReading, simulated: boolean): RiskSettings {
  const { kept, lock, killSwitch, byDesk, closedByHand } = reading;
  return {
    badge: simulated ? 'live_simulated' : 'live',
    day: reading.day,
    limits: limitsToWire(kept.now),
    ...(kept.next ? { next: { limits: limitsToWire(kept.next.limits), from: kept.next.from } } : {}),
    today: figuresToWire(reading.figures),
    stoppedForDay: reading.stoppedForDay,
    ...(lock ? { lock: { until: toIndiaIso(lock.until), reason: lock.reason } } : {}),
    killSwitch: {
      isSet: killSwitch !== undefined,
      ...(killSwitch ? { setAt: killSwitch.set_at.toISOString(), reason: killSwitch.reason } : {}),
      ofProduct: reading.ofProduct,
      ...(byDesk ? { byDesk: { setAt: byDesk.set_at.toISOString(), reason: byDesk.reason } } : {}),
      closingByHand: reading.closingByHand,
      ...(closedByHand ? { closedByHand: { ...closedByHand, at: closedByHand.at.toISOString() } } : {}),
      plan: planToWire(reading.plan),
    },
  };
}

function planToWire({ byHand, ...plan }: KillPlan): KillPlanWire {
  const { positions: handPositions, valuePaise: handValuePaise, chargesPaise: handChargesPaise } = byHand;
  return { ...plan, handPositions, handValuePaise, handChargesPaise };
}

function limitsToWire(limits: RiskLimits): RiskLimitsWire {
  return {
    maxLossPerDayPaise: limits.maxLossPerDayPaise ?? null,
    maxTradesPerDay: limits.maxTradesPerDay ?? null,
    maxGrossExposurePaise: limits.maxGrossExposurePaise ?? null,
    maxNetExposurePaise: limits.maxNetExposurePaise ?? null,
    maxMarginPercent: limits.maxMarginPercent ?? null,
    maxOrdersPerMinute: limits.maxOrdersPerMinute ?? null,
  };
}

function figuresToWire({ fundsPaise, ...figures }: RiskFigures): RiskFiguresWire {
  if (fundsPaise === undefined) return figures;
  const hasFunds = fundsPaise > 0;
  const marginPercent = Math.round((figures.marginPaise * 10_000) / Math.max(1, fundsPaise)) / 100;
  return { ...figures, fundsPaise, ...(hasFunds ? { marginPercent } : {}) };
}

export function vetoToWire(veto: VetoRecord, simulated: boolean): RiskVetoRow {
  const symbol = symbolIn(veto.facts);
  return {
    veto_id: Number(veto.id),
    badge: isOfTest(veto.facts) ? 'test' : simulated ? 'live_simulated' : 'live',
    rule: veto.rule,
    sentence: veto.sentence,
    ...(veto.deployment_id === null ? {} : { TricksId: veto.deployment_id }),
    ...(veto.deployment_name === null ? {} : { trickName: veto.deployment_name }),
    ...(symbol === undefined ? {} : { symbol }),
    at: toIndiaIso(veto.exchange_at.getTime()),
  };
}

/** What the account's own gate keeps says nothing of a mode: it is live. */
function isOfTest(facts: unknown): boolean {
  return typeof facts === 'object' && facts !== null && 'mode' in facts && facts.mode === 'paper';
}

function symbolIn(facts: unknown): string | undefined {
  if (typeof facts !== 'object' || facts === null || !('symbol' in facts)) return undefined;
  return typeof facts.symbol === 'string' ? facts.symbol : undefined;
}
