import { ACTIVITY_KINDS, type ActivityKind, type LogEntry, type TradeLogEntry } from '@trickdesk/contract';
import { toIndiaIso } from '@trickdesk/domain';
import type { ActivityRecord, TradeActivityRecord } from './store.ts';

/** Records in the words of the wire. */

export function activityToWire(record: ActivityRecord): LogEntry {
  return {
    log_id: Number(record.id),
    kind: kindOf(record.kind),
    sentence: record.sentence,
    at: record.at.toISOString(),
    ...(record.device === '' ? {} : { device: record.device }),
    ...(record.address === '' ? {} : { address: record.address }),
  };
}

function kindOf(kind: string): ActivityKind {
  const known = ACTIVITY_KINDS.find((candidate) => candidate === kind);
  if (known === undefined) throw new Error(`activity ${kind} is not one that this release knows`);
  return known;
}

export function tradeActivityToWire(record: TradeActivityRecord, simulated: boolean): TradeLogEntry {
  const live = record.mode === 'live';
  return {
    log_id: Number(record.id),
    kind: record.kind,
    sentence: record.sentence,
    is_live: live ? 1 : 0,
    badge: live ? (simulated ? 'live_simulated' : 'live') : 'test',
    at: toIndiaIso(record.exchange_at.getTime()),
    ...(record.deployment_id === null ? {} : { TricksId: record.deployment_id }),
    ...(record.deployment_name === null ? {} : { trickName: record.deployment_name }),
    ...(record.symbol === null ? {} : { symbol: record.symbol }),
  };
}
