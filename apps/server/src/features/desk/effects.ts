import type { DeskOrder, OrderShape } from './model.ts';
import type { LineNews } from './news.ts';

/** A line of an order's history. */
export interface TimelineEntry {
  readonly order: DeskOrder;
  readonly what: 'asked' | 'answered' | 'reported' | 'released' | 'dropped' | 'unclear';
  readonly note?: string;
  readonly shape?: OrderShape;
  /** A change of the order that was asked for and not made: what it was to become. */
  readonly unmade?: OrderShape;
  /** It had been given up as lost. */
  readonly isBack?: true;
}

/** Something that its owner must hear of now. `key` tells repetitions apart. */
export interface Alarm {
  readonly key: string;
  readonly severity: 'info' | 'warning' | 'urgent';
  readonly deploymentId: number | undefined;
  readonly title: string;
  readonly body: string;
  /** The trick is halted for it: this is told in place of an alert of the halt, and names the trick. */
  readonly haltsTrick?: true;
  /** A page of the product; the trick's own where it is absent and there is one. */
  readonly link?: string;
}

/** The end of an owner's wish that everything they opened by hand be closed, and what they hear of it. */
export interface HandExitEnd {
  readonly id: number;
  readonly outcome: 'closed' | 'nothing' | 'session_over';
  /** Absent where there was nothing to do: nobody needs to hear of that. */
  readonly told: Pick<Alarm, 'severity' | 'title' | 'body'> | undefined;
}

/** What a step of the desk led to, to be stored in one transaction before anything new is sent. */
export interface DeskEffects {
  /** Orders without a row. */
  readonly created: DeskOrder[];
  readonly changed: Set<DeskOrder>;
  readonly timeline: TimelineEntry[];
  readonly news: LineNews[];
  readonly alarms: Alarm[];
  /** Rows with what owners asked of own orders, carried out by now. */
  readonly requestsDone: bigint[];
  /** Of those, what must be carried out once more. */
  readonly requestsReopened: bigint[];
  readonly handEnds: HandExitEnd[];
}

export function noEffects(): DeskEffects {
  const requests = { requestsDone: [], requestsReopened: [] };
  return { created: [], changed: new Set(), timeline: [], news: [], alarms: [], ...requests, handEnds: [] };
}

export function isEmpty(effects: DeskEffects): boolean {
  // Asked after every step of every account: no list of the lists is made for it.
  let name: keyof DeskEffects;
  for (name in effects) {
    const some = effects[name];
    if ((some instanceof Set ? some.size : some.length) > 0) return false;
  }
  return true;
}
