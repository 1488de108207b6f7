import type { ArithmeticOperator, CompareOperator, LogicOperator } from '../expression/tree.ts';

/** A number of two numbers. NaN stands for "undefined", conditions are 1, 0 or NaN. */
export type Operation = (left: number, right: number) => number;

/** What a part of a condition does with the values of its two sides. */
export const ARITHMETIC: Readonly<Record<ArithmeticOperator, Operation>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => (right === 0 ? Number.NaN : left / right),
};

/** Both sides are always read: the outcome may not depend on which side stood first. */
export const LOGIC: Readonly<Record<LogicOperator, Operation>> = {
  and: (left, right) => left * right,
  or: (left, right) => Math.min(left + right, 1),
};

/** With an undefined side the outcome is undefined: every comparison of NaN is false, also `a === a`. */
export const COMPARISONS: Readonly<Record<Exclude<CompareOperator, 'crosses above' | 'crosses below'>, Operation>> = {
  '<': (left, right) => (left < right ? 1 : unless(left, right)),
  '<=': (left, right) => (left <= right ? 1 : unless(left, right)),
  '>': (left, right) => (left > right ? 1 : unless(left, right)),
  '>=': (left, right) => (left >= right ? 1 : unless(left, right)),
  '==': (left, right) => (left === right ? 1 : unless(left, right)),
  '!=': (left, right) => (left < right || left > right ? 1 : unless(left, right)),
};

/** 0, no, unless a side is undefined. */
export function unless(left: number, right: number): number {
  return Number.isNaN(left) || Number.isNaN(right) ? Number.NaN : 0;
}

export function pick(name: 'min' | 'max'): Operation {
  return name === 'min' ? Math.min : Math.max;
}
