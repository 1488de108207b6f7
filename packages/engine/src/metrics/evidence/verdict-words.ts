import { formatPaise } from '@trickdesk/domain';
import { MOST_PARTICIPATION_PCT } from './capacity.ts';
import {
  ENOUGH_INDEPENDENT_TRADES,
  FEWEST_INDEPENDENT_TRADES,
  FEWEST_SESSIONS,
  GAINING_NEIGHBOURS_PCT,
  NEEDED_CONFIDENCE,
  type Verdict,
  type VerdictReason,
} from './verdict.ts';

/** A verdict in English: one sentence that says it all, and one for each reason, in the verdict's order. */
export interface VerdictWords {
  readonly sentence: string;
  readonly reasons: readonly string[];
}

export function verdictWords(verdict: Verdict): VerdictWords {
  return { sentence: sentenceOf(verdict), reasons: verdict.reasons.map(reasonWords) };
}

function sentenceOf({ evidence, falsePositivePct, reasons }: Verdict): string {
  const against = reasons.filter(({ stance }) => stance === 'against');
  const absent = reasons.filter(({ stance }) => stance === 'missing');
  if (evidence === 'none') {
    const first = against.find(({ decides }) => decides) ?? absent.find(({ decides }) => decides) ?? against[0];
    return `No evidence of an edge. ${first ? reasonWords(first) : ''}`.trim();
  }
  const rate = `A strategy without an edge gets this far in at most ${falsePositivePct} of 100 cases.`;
  if (evidence === 'some') return `Some evidence of an edge: everything that was looked at speaks for it. ${rate}`;
  const first = against[0] ?? absent[0];
  return `Weak evidence of an edge: more than luck, but not all speaks for it. ${first ? reasonWords(first) : ''} ${rate}`;
}

type Words = (figure: (name: string) => number) => string;

/** What each reason says when it speaks for, against, and when it was not looked at. */
const WORDS: Readonly<Record<VerdictReason['key'], readonly [Words, Words, string | Words]>> = {
  no_look_ahead: [
    (of) =>
      `It looked at no later price: ${counted(of('decisions'), 'decision')} checked at ${counted(of('cuts'), 'cut point')}, 0 differ. There it was run again on prices that end.`,
    (of) =>
      `It looked at later prices: ${counted(of('decisions'), 'decision')} checked at ${counted(of('cuts'), 'cut point')}, ${of('differing')} differ on prices that end there. The fault is ours, and no figure here can be trusted. Please write to support.`,
    'Whether it looked at later prices was not checked.',
  ],
  enough_data: [
    (of) =>
      `There are ${counted(of('sessions'), 'session')} and ${counted(of('independentTrades'), 'independent trade')} to judge by.`,
    (of) =>
      `${counted(of('sessions'), 'session')} with ${counted(of('independentTrades'), 'independent trade')} are too few to judge by: it takes ${FEWEST_SESSIONS} and ${FEWEST_INDEPENDENT_TRADES}. Test more days.`,
    'How much data there was is not known.',
  ],
  net_gain: [
    (of) =>
      of('withoutCharges') > 0
        ? `Before charges, which are not counted, it gained ${formatPaise(of('netPaise'))}.`
        : `After charges it gained ${formatPaise(of('netPaise'))}.`,
    (of) =>
      of('withoutCharges') > 0
        ? `Before charges, which are not counted, it gained nothing: ${formatPaise(of('netPaise'))}.`
        : `After charges it gained nothing: ${formatPaise(of('netPaise'))}.`,
    'The net result is not known.',
  ],
  beyond_luck: [
    (of) => `${tried(of('trials'))}, and the result is more than the luck of choosing: ${sure(of('confidence'))}.`,
    (of) =>
      `${tried(of('trials'))}, and luck alone may explain the result: ${sure(of('confidence'))}, and it takes ${share(NEEDED_CONFIDENCE)}.`,
    (of) =>
      of('usedUp') > 0
        ? 'Nothing was left of the capital before the last day, so there is no Sharpe ratio.'
        : 'The days vary too little for a Sharpe ratio.',
  ],
  interval_above_zero: [
    (of) =>
      `Put together anew from its own days, it still gains in ${share(1 - of('notGainingPct') / 100)} of the cases.`,
    (of) =>
      `Put together anew from its own days, it gains nothing in ${share(of('notGainingPct') / 100)} of the cases.`,
    (of) =>
      of('usedUp') > 0
        ? 'Days after which nothing is left cannot be put together anew.'
        : 'There are too few days to put them together anew.',
  ],
  beyond_random_entries: [
    (of) => `It did better than ${share(of('percentile') / 100)} of runs that entered at random times.`,
    (of) =>
      `Entering at random times may do as well: such runs brought ${formatPaise(of('middlePaise'))} in the middle, this one ${formatPaise(of('realPaise'))}.`,
    (of) =>
      of('independentTrades') > 0 && of('usedUp') === 0
        ? 'Its trades could not be compared with entries at random times, so a market that moved for everybody may look like an edge. That weakens it.'
        : 'It was not compared with random entries.',
  ],
  many_trades: [
    (of) => `${count(of('independentTrades'))} independent trades are enough for an average.`,
    (of) =>
      `It rests on ${counted(of('independentTrades'), 'independent trade')}; ${ENOUGH_INDEPENDENT_TRADES} are better. Trades of one day count as one.`,
    'How many trades are independent is not known.',
  ],
  walk_forward_gains: [
    (of) =>
      `Chosen anew on past days only, it gained ${pct(of('outOfSampleDailyPct'))} a day on the days after, in ${of('gainingWindows')} of ${of('windows')} periods.`,
    (of) =>
      `Chosen anew on past days only, it brought ${pct(of('outOfSampleDailyPct'))} a day on the days after and gained in ${of('gainingWindows')} of ${of('windows')} periods.`,
    'It was not tried on days that its parameters had not seen.',
  ],
  survives_slippage: [
    (of) =>
      `The same trades break even at a slippage of ${slippage(of('breakEvenBps'))}; ${slippage(of('slippageBps'))} is counted.`,
    (of) =>
      `The same trades break even at a slippage of ${slippage(of('breakEvenBps'))}, and should bear ${slippage(of('neededBps'))}.`,
    'What worse fills would cost was not looked at.',
  ],
  small_beside_volume: [
    (of) =>
      `95 of 100 fills took at most ${upTo(of('participationPct'))} of what was traded in their bar; they stay within ${MOST_PARTICIPATION_PCT} % up to a capital of ${formatPaise(of('capitalPaise'))}.`,
    (of) =>
      `Fills took up to ${upTo(of('participationPct'))} of what was traded in their bar: orders as large as that move the price. With ${formatPaise(of('capitalPaise'))} they stay within ${MOST_PARTICIPATION_PCT} %.`,
    'What others traded beside it is not known.',
  ],
  neighbours_gain: [
    (of) => `${of('gainingNeighbours')} of the ${of('neighbours')} parameter sets next to the best gain, too.`,
    (of) =>
      of('gainingNeighbours') === 0
        ? `None of the ${of('neighbours')} parameter sets next to the best gains; it takes ${GAINING_NEIGHBOURS_PCT} %. The best may be a lucky peak.`
        : `Only ${of('gainingNeighbours')} of the ${of('neighbours')} parameter sets next to the best gain; it takes ${GAINING_NEIGHBOURS_PCT} %. The best may be a lucky peak.`,
    'The parameter sets next to the best were not looked at.',
  ],
};

function reasonWords({ key, stance, figures }: VerdictReason): string {
  const [holds, fails, absent] = WORDS[key];
  const words = { for: holds, against: fails, missing: absent }[stance];
  return typeof words === 'string' ? words : words((name) => figures[name] ?? 0);
}

function tried(trials: number): string {
  return trials === 1 ? 'One set of parameters was tried' : `${trials} sets of parameters were tried`;
}

function sure(confidence: number): string {
  return `${share(confidence)} sure`;
}

/** Cut, not rounded: what is not quite enough must not read as enough. */
function share(fraction: number): string {
  return `${Math.floor(fraction * 1000 + 1e-9) / 10} %`;
}

/** Never down: what is a little too much must not read as little enough. */
function upTo(percent: number): string {
  return `${Math.ceil(percent * 100 - 1e-9) / 100} %`;
}

function pct(value: number): string {
  return `${value < 0 ? '−' : ''}${Math.abs(value).toFixed(3)} %`;
}

/** In percent, as the figures beside it; the third decimal where it takes one. Cut: what is not enough must not read as enough. */
function slippage(bps: number): string {
  const tenths = Math.floor(bps * 10 + 1e-9);
  return `${tenths < 0 ? '−' : ''}${Math.abs(tenths / 1000).toFixed(tenths % 10 === 0 ? 2 : 3)} %`;
}

/** One decimal, cut as a share is: 29.96 trades are not the 30 that it takes. */
function count(value: number): string {
  const rounded = Math.floor(value * 10 + 1e-9) / 10;
  return rounded < 0 ? `−${-rounded}` : `${rounded}`;
}

function counted(value: number, one: string): string {
  return `${count(value)} ${one}${count(value) === '1' ? '' : 's'}`;
}
