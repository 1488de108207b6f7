import type { Expression, LogicOperator } from '../expression/index.ts';

/** How many statements or groups are a group's own, and how they hold together. */
interface BegunGroup {
  readonly op: LogicOperator;
  readonly count: number;
}

/** A comparison, or what else is true or false by itself. */
export interface Statement {
  readonly of: Expression;
  /** The condition asks for its opposite. */
  readonly isDenied: boolean;
  /** The groups whose first statement it is, outermost first. */
  readonly begins: readonly BegunGroup[];
}

/** Statements that hold together; those of one operator are one group, however they were bracketed. */
export interface StatementGroup {
  readonly op: LogicOperator;
  readonly parts: readonly (Statement | StatementGroup)[];
}

const isGroup = (part: Statement | StatementGroup): part is StatementGroup => 'op' in part;

/**
 * What a condition is made of. A denial of several conditions is one of each, and `and` becomes `or`: exact, since nothing
 * comes true while a value is missing anywhere.
 */
export function groupsOf(node: Expression, isDenied = false): Statement | StatementGroup {
  switch (node.kind) {
    case 'not':
      return groupsOf(node.of, !isDenied);
    case 'logic': {
      const op = isDenied === (node.op === 'and') ? 'or' : 'and';
      const sides = [groupsOf(node.left, isDenied), groupsOf(node.right, isDenied)];
      return { op, parts: sides.flatMap((side) => (isGroup(side) && side.op === op ? side.parts : [side])) };
    }
    default:
      return { of: node, isDenied, begins: [] };
  }
}

/**
 * The statements of a group in the order in which a list says them. A group within it comes last and says how many
 * statements or groups are its own, so that the list tells by words alone where each ends.
 */
export function statementsOf({ parts }: StatementGroup): readonly Statement[] {
  const single = parts.flatMap((part) => (isGroup(part) ? [] : [part]));
  return [...single, ...parts.filter(isGroup).flatMap(countedStatements)];
}

/** The same for a group that goes on in a list of others. */
export function countedStatements(group: StatementGroup): readonly Statement[] {
  const begun = { op: group.op, count: group.parts.length };
  return statementsOf(group).map((each, i) => (i === 0 ? { ...each, begins: [begun, ...each.begins] } : each));
}

/** A statement's words behind those that begin its groups. */
export function behindGroups({ begins }: Pick<Statement, 'begins'>, words: string): string {
  return begins.reduceRight(
    (said, { op, count }) =>
      op === 'and' ? `all of these ${count}: ${said}` : `at least one of these ${count}: ${said}`,
    words,
  );
}
