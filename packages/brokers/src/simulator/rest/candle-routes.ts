import {
  addDays,
  type Bar,
  DAY_MS,
  type EpochMs,
  INTERVAL_MINUTES,
  type Interval,
  indiaDateOf,
  indiaMinuteOf,
  indiaMoment,
  MINUTE_MS,
  paiseToRupees,
  toIndiaIso,
} from '@trickdesk/domain';
import { textField } from './body.ts';
import { failure, type Reply, SOMETHING_WRONG, success } from './reply.ts';
import { type Route, type RouteCall, SECURE } from './routes.ts';

export const candleRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${SECURE}/historical/v1/getCandleData`,
    limit: { second: 3, minute: 180, hour: 5000 },
    auth: 'session',
    handle: candles,
  },
];

/** The broker's name of each interval, ours, and the most days that one request may span. */
const INTERVALS: Readonly<Record<string, readonly [interval: Interval, mostDays: number]>> = {
  ONE_MINUTE: ['1m', 30],
  THREE_MINUTE: ['3m', 60],
  FIVE_MINUTE: ['5m', 100],
  TEN_MINUTE: ['10m', 100],
  FIFTEEN_MINUTE: ['15m', 200],
  THIRTY_MINUTE: ['30m', 200],
  ONE_HOUR: ['1h', 400],
  ONE_DAY: ['1d', 2000],
};

const BAD_REQUEST: Reply = {
  kind: 'text',
  status: 400,
  type: 'application/json',
  text: JSON.stringify({ status: 400, error: 'Bad Request', path: `${SECURE}/historical/v1/getCandleData` }),
};

/**
 * Candles up to the exchange clock, the growing one included. A `todate` later on the running day is cut to now; one on
 * a later day is refused, because only a caller with a wrong idea of the exchange's date sends it.
 */
function candles({ desk, body }: RouteCall): Reply {
  const from = parseIndiaTime(textField(body, 'fromdate'));
  const to = parseIndiaTime(textField(body, 'todate'));
  if (from === undefined || to === undefined) return BAD_REQUEST;
  const known = INTERVALS[textField(body, 'interval')];
  const token = textField(body, 'symboltoken');
  const instrument = desk.exchange.instrumentOf(token);
  if (!instrument || instrument.exchange !== textField(body, 'exchange'))
    return failure('AB4006', 'Invalid symboltoken');
  if (!known || from > to || to - from > known[1] * DAY_MS) return SOMETHING_WRONG;
  const now = desk.exchange.now();
  if (indiaDateOf(to) > indiaDateOf(now))
    return failure('AB1012', "To datetime can't be greater than current datetime");
  const [interval] = known;
  const daily = interval === '1d';
  const bars = desk.exchange.history({ token, interval, from: daily ? dayStart(from) : from, to });
  const { candleLagSeconds } = desk.faults.settings();
  if (daily || candleLagSeconds === 0) return success(bars.map((bar) => candle(bar, daily)));
  const lengthMs = INTERVAL_MINUTES[interval] * MINUTE_MS;
  const isThere = (bar: Bar): boolean => bar.openAt + lengthMs <= now - candleLagSeconds * 1_000;
  return success(bars.filter(isThere).map((bar) => candle(bar, daily)));
}

/** Daily candles are stamped midnight, so a later time of day on the first date leaves that date out. */
function dayStart(from: EpochMs): EpochMs {
  const date = indiaDateOf(from);
  return indiaMinuteOf(from) === 0 ? from : indiaMoment(addDays(date, 1));
}

function candle(bar: Bar, daily: boolean): (string | number)[] {
  const at = daily ? indiaMoment(indiaDateOf(bar.openAt)) : bar.openAt;
  return [toIndiaIso(at), ...[bar.open, bar.high, bar.low, bar.close].map(paiseToRupees), bar.volume];
}

/** `yyyy-MM-dd HH:mm` and nothing else. */
function parseIndiaTime(text: string): EpochMs | undefined {
  const match = /^(\d{4}-\d{2}-\d{2}) ([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  const date = match?.[1];
  if (!match || date === undefined) return undefined;
  const at = indiaMoment(date, Number(match[2]) * 60 + Number(match[3]));
  // A day that does not exist, such as 31 June, is another day after the round trip, or no day at all.
  return Number.isFinite(at) && indiaDateOf(at) === date ? at : undefined;
}
