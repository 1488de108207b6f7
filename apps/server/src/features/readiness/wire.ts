import type { OutputOf, ReadinessSummary, readiness, TrickReadiness as TrickReadinessWire } from '@trickdesk/contract';
import { toIndiaIso } from '@trickdesk/domain';
import type { Board, BoardSummary, TrickReadiness } from './board.ts';

export function boardToWire({ day, sentence, summary, tricks }: Board, simulated: boolean): OutputOf<typeof readiness> {
  return {
    day: {
      ...(day.now === undefined ? {} : { now: toIndiaIso(day.now) }),
      ...(day.session ? { opensAt: toIndiaIso(day.session.openAt), closesAt: toIndiaIso(day.session.closeAt) } : {}),
      sentence,
    },
    summary: summaryToWire(summary),
    trick_list: tricks.map((trick) => trickToWire(trick, simulated)),
  };
}

export function summaryToWire({ live, test, causes }: BoardSummary): ReadinessSummary {
  return { live, test, causes: causes.map((cause) => ({ ...cause })) };
}

function trickToWire(
  { id, name, mode, verdict, causes, stop }: TrickReadiness,
  simulated: boolean,
): TrickReadinessWire {
  return {
    TricksId: id,
    name,
    badge: mode === 'paper' ? 'test' : simulated ? 'live_simulated' : 'live',
    verdict,
    causes: [...causes],
    stop,
  };
}
