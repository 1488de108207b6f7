import type { RiskFigures, RiskLimitsWire, RiskSettings } from '@trickdesk/contract';
import type { InputOfCall } from '../../lib/wire.ts';

export const LIMIT_NAMES = ['loss', 'trades', 'gross', 'net', 'margin', 'orders'] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** One limit beside today's figure: paise, a count or a percentage. `used`: how much of it is taken, 0 to 1. */
export interface LimitLine {
  readonly name: LimitName;
  readonly unit: 'money' | 'count' | 'percent';
  /** `undefined` where it is not known, such as margin before the broker has told its funds. */
  readonly value: number | undefined;
  readonly limit: number | undefined;
  readonly used: number | undefined;
}

/** Today's figures against the limits, in the order of the page. A loss is counted from zero; a gain uses nothing. */
export function linesOf({ today, limits }: Pick<RiskSettings, 'today' | 'limits'>): LimitLine[] {
  return [
    { ...line('loss', 'money', Math.max(0, -today.resultPaise), limits.maxLossPerDayPaise), value: today.resultPaise },
    line('trades', 'count', today.trades, limits.maxTradesPerDay),
    line('gross', 'money', today.grossPaise, limits.maxGrossExposurePaise),
    line('net', 'money', today.netPaise, limits.maxNetExposurePaise),
    line('margin', 'percent', marginPercent(today), limits.maxMarginPercent),
    line('orders', 'count', today.ordersLastMinute, limits.maxOrdersPerMinute),
  ];
}

function marginPercent({ marginPaise, marginPercent: percent }: RiskFigures): number | undefined {
  return percent ?? (marginPaise === 0 ? 0 : undefined);
}

function line(name: LimitName, unit: LimitLine['unit'], value: number | undefined, limit: number | null): LimitLine {
  const used = limit === null || value === undefined ? undefined : Math.min(1, Math.max(0, value / limit));
  return { name, unit, value, limit: limit ?? undefined, used };
}

/** The form as it is typed, amounts in rupees; an empty field takes its limit away, a text that is no number is NaN. */
export type LimitValues = Readonly<Record<LimitName, number | undefined>>;

export function valuesOf(limits: RiskLimitsWire): LimitValues {
  const rupees = (paise: number | null): number | undefined => (paise === null ? undefined : paise / 100);
  return {
    loss: rupees(limits.maxLossPerDayPaise),
    trades: limits.maxTradesPerDay ?? undefined,
    gross: rupees(limits.maxGrossExposurePaise),
    net: rupees(limits.maxNetExposurePaise),
    margin: limits.maxMarginPercent ?? undefined,
    orders: limits.maxOrdersPerMinute ?? undefined,
  };
}

export type LimitProblem = 'amount' | 'trades' | 'percent' | 'orders';

const MOST_PAISE = 1_000_000_000_000;

/** What is wrong with what was typed. */
export function problemsOf(values: LimitValues): Partial<Record<LimitName, LimitProblem>> {
  const isAmount = (rupees: number) => rupees >= 0.01 && Math.round(rupees * 100) <= MOST_PAISE;
  const isWhole = (most: number) => (value: number) => Number.isInteger(value) && value >= 1 && value <= most;
  const rules: Readonly<Record<LimitName, readonly [(value: number) => boolean, LimitProblem]>> = {
    loss: [isAmount, 'amount'],
    trades: [isWhole(10_000), 'trades'],
    gross: [isAmount, 'amount'],
    net: [isAmount, 'amount'],
    margin: [isWhole(100), 'percent'],
    orders: [isWhole(1_000), 'orders'],
  };
  const problems: Partial<Record<LimitName, LimitProblem>> = {};
  for (const name of LIMIT_NAMES) {
    const [isRight, problem] = rules[name];
    const value = values[name];
    if (value !== undefined && !isRight(value)) problems[name] = problem;
  }
  return problems;
}

/** Only what differs from the limits that were asked for last. */
export function changeOf(values: LimitValues, before: RiskLimitsWire): InputOfCall<'setrisksettings'> {
  const was = valuesOf(before);
  const paise = (rupees: number | undefined): number | null => (rupees === undefined ? null : Math.round(rupees * 100));
  const differs = (name: LimitName) => values[name] !== was[name];
  return {
    ...(differs('loss') ? { maxLossPerDayPaise: paise(values.loss) } : {}),
    ...(differs('trades') ? { maxTradesPerDay: values.trades ?? null } : {}),
    ...(differs('gross') ? { maxGrossExposurePaise: paise(values.gross) } : {}),
    ...(differs('net') ? { maxNetExposurePaise: paise(values.net) } : {}),
    ...(differs('margin') ? { maxMarginPercent: values.margin ?? null } : {}),
    ...(differs('orders') ? { maxOrdersPerMinute: values.orders ?? null } : {}),
  };
}

const FIELDS: Readonly<Record<string, LimitName>> = {
  maxLossPerDayPaise: 'loss',
  maxTradesPerDay: 'trades',
  maxGrossExposurePaise: 'gross',
  maxNetExposurePaise: 'net',
  maxMarginPercent: 'margin',
  maxOrdersPerMinute: 'orders',
};

/** The form's field for a field of the call. */
export function fieldOf(path: string): string {
  return FIELDS[path] ?? path;
}

/** `2026-01-05` and `14:30`, India's time, as a moment of the wire; `undefined` where they are none. */
export function lockMoment(date: string, time: string): string | undefined {
  const text = `${date.trim()}T${time.trim()}:00+05:30`;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:00/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
