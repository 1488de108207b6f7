import { type Comment, parseSync } from 'oxc-parser';
import { lineAt } from '../repository/source-tree.ts';
import type { Violation } from '../repository/violation.ts';

/** A node of the syntax tree; which fields it has follows from its `type`. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface ParsedFile {
  readonly file: string;
  readonly text: string;
  readonly comments: readonly Comment[];
  /** Every node of the file, outer before inner. */
  readonly nodes: readonly SyntaxNode[];
}

/** One of the rules of tidiness for a single source file. */
export type FileRule = (parsed: ParsedFile) => Violation[];

export function parseFile(file: string, text: string): ParsedFile {
  const { program, comments } = parseSync(file, text);
  const nodes: SyntaxNode[] = [];
  collect(program, nodes);
  return { file, text, comments, nodes };
}

function collect(value: unknown, nodes: SyntaxNode[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, nodes);
  } else if (isNode(value)) {
    nodes.push(value);
    for (const field of Object.values(value)) if (typeof field === 'object') collect(field, nodes);
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** The name of an identifier, the text of a string literal, or of a plain key; `undefined` for anything computed. */
export function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return String(node['name']);
  return node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;
}

/** `Math.random` for the callee of `Math.random()`; `undefined` where it is no plain path. */
export function pathOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Identifier') return nameOf(node);
  if (node.type !== 'MemberExpression' || node['computed'] === true) return undefined;
  const object = pathOf(node['object']);
  const property = nameOf(node['property']);
  return object && property ? `${object}.${property}` : undefined;
}

/**
 * A violation at an offset, unless the line or the one above carries `tidy: <rule> because <reason>`.
 */
export function refuse(parsed: ParsedFile, at: number, violation: { rule: string; message: string }): Violation[] {
  const line = lineAt(parsed.text, at);
  const lines = parsed.text.split('\n');
  const excuse = new RegExp(`tidy: ${violation.rule} because \\w+`);
  if (excuse.test(lines[line - 1] ?? '') || excuse.test(lines[line - 2] ?? '')) return [];
  return [{ ...violation, file: parsed.file, line }];
}
