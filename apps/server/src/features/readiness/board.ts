import type { Cause } from './causes.ts';
import { dayWords } from './day-causes.ts';
import type { DayFacts } from './facts.ts';
import type { BoardFacts } from './read-facts.ts';
import { type Readiness, readinessOf } from './readiness-of.ts';

export interface TrickReadiness extends Readiness {
  readonly id: number;
  readonly name: string;
  readonly mode: 'paper' | 'live';
}

export interface Board {
  readonly day: DayFacts;
  readonly sentence: string;
  readonly tricks: readonly TrickReadiness[];
  readonly summary: BoardSummary;
}

interface Counts {
  readonly willTrade: number;
  readonly willNot: number;
}

/** One cause, and how many tricks of each mode it keeps from trading. */
export interface CauseOfSome extends Cause {
  readonly live: number;
  readonly test: number;
  /** Of the first of them. */
  readonly trickName: string;
}

export interface BoardSummary {
  readonly live: Counts;
  readonly test: Counts;
  readonly causes: readonly CauseOfSome[];
}

const CAUSES_SHOWN = 4;

export function boardOf({ day, account, tricks }: BoardFacts): Board {
  const rows = tricks.map((trick) => {
    const { id, name, mode } = trick;
    return { id, name, mode, ...readinessOf({ day, account, trick }) };
  });
  return { day, sentence: dayWords(day), tricks: rows, summary: summaryOf(rows) };
}

/** Live tricks weigh more than any number of test ones: what keeps real orders back is said first. */
function summaryOf(rows: readonly TrickReadiness[]): BoardSummary {
  const gathered = new Map<string, CauseOfSome>();
  for (const { causes, mode, name } of rows) {
    // One that its owner has stopped waits for nothing else.
    if (causes.some(({ code }) => code === 'stopped')) continue;
    for (const cause of causes) {
      const known = gathered.get(cause.code) ?? {
        ...cause,
        trickName: name,
        live: 0,
        test: 0,
      };
      const counted = mode === 'live' ? { live: known.live + 1 } : { test: known.test + 1 };
      gathered.set(cause.code, { ...known, ...counted });
    }
  }
  const causes = [...gathered.values()].sort((a, b) => b.live - a.live || b.test - a.test).slice(0, CAUSES_SHOWN);
  return { live: countsOf(rows, 'live'), test: countsOf(rows, 'paper'), causes };
}

function countsOf(rows: readonly TrickReadiness[], mode: 'paper' | 'live'): Counts {
  const own = rows.filter((row) => row.mode === mode);
  const willTrade = own.filter(({ verdict }) => verdict === 'will_trade').length;
  return { willTrade, willNot: own.length - willTrade };
}
