import type { HandExitEnd } from './effects.ts';
import type { HandGroup } from './hand-groups.ts';

interface Ended {
  readonly groups: readonly HandGroup[];
  /** Those in which the session ended first. */
  readonly left: readonly HandGroup[];
  /** The day was over before anybody could look. */
  readonly isLate: boolean;
}

/** What an owner hears when the wish to close what they opened by hand has ended. */
export function toldOf(wish: { readonly id: number }, { groups, left, isLate }: Ended): HandExitEnd {
  const { id } = wish;
  const done = doneBy(id, groups);
  if (isLate || left.length > 0) {
    const title = 'Not everything that you opened by hand could be closed';
    const what = [
      'Kill switch: the session ended first.',
      done === '' ? '' : `Closed: ${done}.`,
      left.length > 0 ? `Left: ${left.map(leftOf).join(', ')}.` : '',
      'Look at your positions at your broker: it squares intraday off by itself, shares for delivery stay.',
    ];
    const body = what.filter((words) => words !== '').join(' ');
    return { id, outcome: 'session_over', told: { severity: 'urgent', title, body } };
  }
  if (done === '') return { id, outcome: 'nothing', told: undefined };
  const body = `Kill switch: ${done}. Nothing that you opened by hand through Trickdesk today is left.`;
  return { id, outcome: 'closed', told: { severity: 'info', title: 'What you opened by hand is closed', body } };
}

/** “10 SBIN sold, 5 TCS bought back”; empty where the desk has closed nothing. */
function doneBy(id: number, groups: readonly HandGroup[]): string {
  const done = new Map<string, number>();
  for (const order of groups.flatMap(({ own }) => own)) {
    const { instrument, side, progress, handExitId } = order;
    if (handExitId !== id || progress.filledQuantity === 0) continue;
    const what = `${instrument.symbol} ${side === 'sell' ? 'sold' : 'bought back'}`;
    done.set(what, (done.get(what) ?? 0) + progress.filledQuantity);
  }
  return [...done].map(([what, units]) => `${units} ${what}`).join(', ');
}

function leftOf({ units, instrument, product }: HandGroup): string {
  const held = units.own + units.handedOver;
  const how = held < 0 ? 'sold short' : product;
  return held === 0 ? instrument.symbol : `${Math.abs(held)} ${instrument.symbol} (${how})`;
}
