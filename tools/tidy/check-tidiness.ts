import type { SourceTree } from '../repository/source-tree.ts';
import type { Violation } from '../repository/violation.ts';
import { callsAreServed } from './calls-are-served.ts';
import { noCommentedOutCode, todoHasIssue } from './comments.ts';
import { checkStyleSheet, logicalDirections } from './directions.ts';
import { bannedTypeNames, checkLength, checkPath } from './names.ts';
import { outlinesUnderFocus } from './outlines.ts';
import { type FileRule, type ParsedFile, parseFile } from './parsed-file.ts';
import { pureDecisions } from './purity.ts';
import { textsInEnJson } from './screen-texts.ts';
import { classesOfSheets } from './sheet-classes.ts';
import { statementsInStores } from './statements.ts';
import { noOnly, skipHasReason } from './test-honesty.ts';
import { toldInHindi } from './told-in-hindi.ts';

const SOURCE = /\.(ts|tsx|mts|mjs)$/;
const STYLE_SHEET = /\.css$/;

const fileRules: readonly FileRule[] = [
  bannedTypeNames,
  todoHasIssue,
  noCommentedOutCode,
  noOnly,
  skipHasReason,
  pureDecisions,
  statementsInStores,
  textsInEnJson,
  logicalDirections,
];

/** Everything that a reviewer would otherwise have to say again and again. */
export function checkTidiness(tree: SourceTree): Violation[] {
  const parsed: ParsedFile[] = [];
  const found: Violation[] = [];
  for (const file of tree.files) {
    found.push(...checkPath(file));
    if (!SOURCE.test(file) && !STYLE_SHEET.test(file)) continue;
    const text = tree.read(file);
    found.push(...checkLength(file, text));
    if (STYLE_SHEET.test(file)) {
      found.push(...checkStyleSheet(file, text), ...outlinesUnderFocus(file, text));
      continue;
    }
    const source = parseFile(file, text);
    parsed.push(source);
    found.push(...fileRules.flatMap((rule) => rule(source)));
  }
  return [...found, ...callsAreServed(tree, parsed), ...toldInHindi(tree, parsed), ...classesOfSheets(tree, parsed)];
}
