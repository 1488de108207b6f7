import { INTERVAL_MINUTES, type Interval } from '@trickdesk/domain';
import { childrenOf, constantOf, type Expression, splitArguments } from '../expression/index.ts';
import { indicatorSpec } from '../indicators/index.ts';

const SESSION_MINUTES = 375;

/** Bars of a full session. */
export function barsPerDay(interval: Interval): number {
  return interval === '1d' ? 1 : Math.ceil(SESSION_MINUTES / INTERVAL_MINUTES[interval]);
}

/** What sizing by volatility looks at: how much the last bars' returns differed, percent. */
export function volatilityText(length: number): string {
  return `stddev(roc(close, 1), ${length})`;
}

/** Bars after which a resolved expression is defined. A source that is itself an indicator adds up. */
export function warmupOf(node: Expression, interval: Interval): number {
  const below = (nodes: readonly Expression[]): number =>
    nodes.reduce((most, child) => Math.max(most, warmupOf(child, interval)), 0);
  switch (node.kind) {
    case 'indicator': {
      const spec = indicatorSpec(node.name);
      if (!spec) throw new Error(`no indicator "${node.name}"`);
      const { source, numbers } = splitArguments(node, spec);
      const own = spec.warmup(numbers.map((argument) => constantOf(argument, {}) ?? 0));
      return own + (source ? Math.max(0, warmupOf(source, interval) - 1) : 0);
    }
    case 'ago':
      return warmupOf(node.of, interval) + (constantOf(node.bars, {}) ?? 0);
    case 'at': {
      // The first of them may have begun before the bars did.
      const read = node.interval ?? interval;
      const longer = warmupOf(node.of, read) + 1;
      return Math.ceil((longer * barsPerDay(interval)) / barsPerDay(read));
    }
    case 'compare': {
      const crossing = node.op === 'crosses above' || node.op === 'crosses below';
      return below(childrenOf(node)) + (crossing ? 1 : 0);
    }
    case 'context':
      return node.name === 'day_change_percent' ? barsPerDay(interval) + 1 : 1;
    case 'price':
      return 1;
    default:
      return below(childrenOf(node));
  }
}
