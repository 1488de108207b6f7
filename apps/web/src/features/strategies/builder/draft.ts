import type { Interval } from '@trickdesk/domain';
import type { InputOfCall, OutputOfCall } from '../../../lib/wire.ts';

export type Definition = OutputOfCall<'owntrick'>['trick']['shown']['definition'];
type Direction = Definition['direction'];
type Product = Definition['product'];

export const SIDES = ['entryLong', 'exitLong', 'entryShort', 'exitShort'] as const;
export type Side = (typeof SIDES)[number];
/** Where each condition stands in a definition. */
export const PATH_OF: Readonly<Record<Side, string>> = {
  entryLong: 'entry.long',
  exitLong: 'exit.long',
  entryShort: 'entry.short',
  exitShort: 'exit.short',
};

export type LevelKind = 'none' | 'percent' | 'points' | 'atr' | 'price';
/** A stop, target or trail as it is typed. Only what its kind uses counts; the rest is kept for a change of mind. */
export interface SizingDraft {
  readonly method: Definition['sizing']['method'];
  readonly amount: number | undefined;
  /** Bars whose returns say how far the price moves; of use where the size goes by that. */
  readonly length: number | undefined;
}

export interface LevelDraft {
  readonly kind: LevelKind;
  /** Percent, rupees or a multiple. */
  readonly amount: number | undefined;
  /** Of the average true range, bars. */
  readonly length: number | undefined;
  readonly price: string;
}

export interface ParameterDraft {
  readonly name: string;
  readonly label: string;
  readonly default: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly step: number | undefined;
}

/** A trick while it is being built: everything may be wrong, nothing is lost. */
export interface Draft {
  readonly name: string;
  readonly summary: string;
  /** What it is meant to trade with, rupees. */
  readonly capital: number | undefined;
  /** As they are typed: `SBIN, INFY`. */
  readonly symbols: string;
  readonly interval: Interval;
  readonly product: Product;
  readonly direction: Direction;
  readonly entryFrom: string;
  readonly entryTo: string;
  readonly squareOff: string;
  readonly weekdays: readonly number[];
  readonly conditions: Readonly<Record<Side, string>>;
  readonly stopLoss: LevelDraft;
  readonly target: LevelDraft;
  readonly trailing: LevelDraft;
  readonly maxTradesPerDay: number | undefined;
  readonly maxLossPerDayPaise: number | undefined;
  readonly maxOpenPositions: number | undefined;
  readonly cooldownBars: number | undefined;
  readonly maxHoldBars: number | undefined;
  readonly sizing: SizingDraft;
  readonly parameters: readonly ParameterDraft[];
}

const NO_LEVEL: LevelDraft = { kind: 'none', amount: undefined, length: 14, price: '' };

/** A trick that can be tried as it stands: two averages that cross, small, out by the afternoon. */
export const FIRST_DRAFT: Draft = {
  name: '',
  summary: '',
  capital: 1_00_000,
  symbols: 'SBIN',
  interval: '5m',
  product: 'INTRADAY',
  direction: 'long',
  entryFrom: '09:20',
  entryTo: '14:30',
  squareOff: '15:05',
  weekdays: [1, 2, 3, 4, 5],
  conditions: {
    entryLong: 'ema(close, fast) crosses above ema(close, slow)',
    exitLong: 'ema(close, fast) crosses below ema(close, slow)',
    entryShort: '',
    exitShort: '',
  },
  stopLoss: { ...NO_LEVEL, kind: 'percent', amount: 1 },
  target: NO_LEVEL,
  trailing: NO_LEVEL,
  maxTradesPerDay: undefined,
  maxLossPerDayPaise: undefined,
  maxOpenPositions: undefined,
  cooldownBars: undefined,
  maxHoldBars: undefined,
  sizing: { method: 'capital_share', amount: 20, length: 20 },
  parameters: [
    { name: 'fast', label: '', default: 9, min: 3, max: 30, step: 1 },
    { name: 'slow', label: '', default: 21, min: 10, max: 100, step: 1 },
  ],
};

/** `sbin, INFY sbin` → `SBIN`, `INFY`, `SBIN`: a symbol that is there twice is for the rules to name. */
export function symbolsOf(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((symbol) => symbol !== '');
}

export function sidesOf(direction: Direction): readonly Side[] {
  return SIDES.filter((side) => direction === 'both' || side.endsWith(direction === 'long' ? 'Long' : 'Short'));
}

/** The name that two parameters have: a definition, which holds them by name, has but one of them. */
export function twiceNamed({ parameters }: Draft): string | undefined {
  const names = parameters.map(({ name }) => name);
  return names.find((name, index) => names.indexOf(name) !== index);
}

/** What is saved and checked. Fields that do not apply (the short side of a long trick) are left out. */
export function definitionOf(draft: Draft): Record<string, unknown> {
  const sides = sidesOf(draft.direction);
  const text = (side: Side) => (sides.includes(side) ? draft.conditions[side].trim() || undefined : undefined);
  return pruned({
    format: 1,
    instruments: symbolsOf(draft.symbols).map((symbol) => ({ exchange: 'NSE', symbol })),
    interval: draft.interval,
    product: draft.product,
    direction: draft.direction,
    session: pruned({
      entryFrom: draft.entryFrom,
      entryTo: draft.entryTo,
      squareOff: draft.product === 'INTRADAY' ? draft.squareOff || undefined : undefined,
      weekdays: draft.weekdays,
    }),
    entry: pruned({ long: text('entryLong'), short: text('entryShort') }),
    exit: pruned({ long: text('exitLong'), short: text('exitShort') }),
    risk: pruned({
      stopLoss: levelOf(draft.stopLoss),
      target: levelOf(draft.target),
      trailing: levelOf(draft.trailing),
      maxTradesPerDay: draft.maxTradesPerDay,
      maxLossPerDayPaise: draft.maxLossPerDayPaise,
      maxOpenPositions: draft.maxOpenPositions,
      cooldownBars: draft.cooldownBars,
      maxHoldBars: draft.maxHoldBars,
    }),
    sizing: sizingOf(draft.sizing),
    parameters: Object.fromEntries(draft.parameters.map(({ name, ...parameter }) => [name, parameterOf(parameter)])),
  });
}

function sizingOf({ method, amount = Number.NaN, length = Number.NaN }: SizingDraft) {
  if (method === 'fixed_quantity') return { method, quantity: amount };
  return { method, percent: amount, ...(method === 'volatility_target' ? { length } : {}) };
}

function levelOf({ kind, amount = Number.NaN, length = Number.NaN, price }: LevelDraft) {
  switch (kind) {
    case 'none':
      return undefined;
    case 'percent':
      return { kind, percent: amount };
    case 'points':
      return { kind, points: amount };
    case 'atr':
      return { kind, multiple: amount, length };
    case 'price':
      return { kind, price };
  }
}

function parameterOf({ label, ...numbers }: Omit<ParameterDraft, 'name'>) {
  const { default: chosen = Number.NaN, min = Number.NaN, max = Number.NaN, step = Number.NaN } = numbers;
  return pruned({ default: chosen, min, max, step, label: label.trim() || undefined });
}

/** Without the fields that are not there: the schema refuses those that are and say nothing. */
function pruned(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

interface Named {
  readonly name: string;
  readonly summary: string;
  readonly minCapitalPaise: number;
}

export function draftOf(definition: Definition, { name, summary, minCapitalPaise }: Named): Draft {
  const { session, entry, exit, risk, sizing, parameters } = definition;
  return {
    name,
    summary,
    capital: minCapitalPaise / 100,
    symbols: definition.instruments.map(({ symbol }) => symbol).join(', '),
    interval: definition.interval,
    product: definition.product,
    direction: definition.direction,
    entryFrom: session.entryFrom,
    entryTo: session.entryTo,
    squareOff: session.squareOff ?? '',
    weekdays: session.weekdays,
    conditions: {
      entryLong: entry.long ?? '',
      exitLong: exit.long ?? '',
      entryShort: entry.short ?? '',
      exitShort: exit.short ?? '',
    },
    stopLoss: draftOfLevel(risk.stopLoss),
    target: draftOfLevel(risk.target),
    trailing: draftOfLevel(risk.trailing),
    maxTradesPerDay: risk.maxTradesPerDay,
    maxLossPerDayPaise: risk.maxLossPerDayPaise,
    maxOpenPositions: risk.maxOpenPositions,
    cooldownBars: risk.cooldownBars,
    maxHoldBars: risk.maxHoldBars,
    sizing: {
      method: sizing.method,
      amount: sizing.method === 'fixed_quantity' ? sizing.quantity : sizing.percent,
      length: sizing.method === 'volatility_target' ? sizing.length : FIRST_DRAFT.sizing.length,
    },
    parameters: Object.entries(parameters).map(([name, { label = '', ...numbers }]) => ({ name, label, ...numbers })),
  };
}

function draftOfLevel(level: Definition['risk']['stopLoss']): LevelDraft {
  switch (level?.kind) {
    case undefined:
      return NO_LEVEL;
    case 'percent':
      return { ...NO_LEVEL, kind: 'percent', amount: level.percent };
    case 'points':
      return { ...NO_LEVEL, kind: 'points', amount: level.points };
    case 'atr':
      return { ...NO_LEVEL, kind: 'atr', amount: level.multiple, length: level.length };
    case 'price':
      return { ...NO_LEVEL, kind: 'price', price: level.price };
  }
}

/** Rupees become whole paise. */
export const capitalPaiseOf = ({ capital }: Draft): number => Math.round((capital ?? 0) * 100);

type SaveInput = InputOfCall<'savetrick'>;

/** @param base what was opened; absent for a trick that was never saved */
export function saveInputOf(
  draft: Draft,
  base: { readonly TricksId: number; readonly version: number } | undefined,
  { note, idempotencyKey }: { readonly note: string; readonly idempotencyKey: string },
): SaveInput {
  return {
    ...base,
    name: draft.name.trim(),
    summary: draft.summary.trim(),
    minCapitalPaise: capitalPaiseOf(draft),
    // The worker has found it right before anything is sent, and the server checks again.
    definition: definitionOf(draft) as SaveInput['definition'],
    note: note.trim(),
    idempotencyKey,
  };
}
