import type { SourceTree } from '../repository/source-tree.ts';
import type { Violation } from '../repository/violation.ts';
import { isNode, nameOf, type ParsedFile, pathOf, refuse, type SyntaxNode } from './parsed-file.ts';

const RULE = 'told-in-hindi';
const TABLE = 'apps/web/public/assets/locales/hi.json';
/** Where sentences for people are composed. */
const COMPOSED =
  /^(?:(?:apps\/server\/src\/(?:features|http)|packages\/(?:contract|domain|engine)\/src)\/.*|apps\/server\/src\/compose\/demo-research)\.ts$/;
/** Plans are rows from the start: what they are called and what they give stands where they are written. */
const SEEDED = /INSERT INTO plan \([^)]*\) VALUES([^`]*)/g;
const SEEDS = /^packages\/db\/src\/migrations\/.*\.ts$/;
/** In a statement, with a capital: others are codes. */
const SEEDED_TEXT = /'([A-Z][^']*)'/g;
const CONTRACT = /^packages\/contract\//;
const CATALOGUE = /features\/(?:strategies\/catalogue\/|baskets\/catalogue\.ts)/;
const TEST_FILE = /\.test\.ts$|\/testing\//;

/** Files whose words reach no screen in the language of a person, or are no sentences, and why. */
const NOT_FOR_SCREENS: readonly (readonly [path: RegExp, why: string])[] = [
  [/(?:^|[/-])store\.ts$|store-step\.ts$|order-row\.ts$/, 'statements'],
  [/-paper\.ts$/, 'a paper is a document with one wording for everybody'],
  [/features\/market-data\/import\//, 'the command line of whoever runs the product'],
  [/features\/(?:ledger|audit)\/(?:report|verify)\.ts$/, 'the command line of whoever runs the product'],
  [/features\/accounts\/(?:common-passwords|passwords|demo)\.ts$|broker-links\/parts\.ts$/, 'no sentences'],
  [
    /features\/(?:backtests\/rehearse|ledger\/post|market-data\/(?:instrument-list|feed\/run-feed)|ledger\/check-ledger)\.ts$|charges\/charges\.ts$/,
    'for the log of the machine',
  ],
  [/features\/deployments\/runner\/(?:mode|run-session)\.ts$/, 'for the log of the machine'],
  [/features\/own-data\/(?:personal-tables|copy-file|erase-store)\.ts$/, 'stands in the file of a copy, which is JSON'],
  [
    /http\/(?:openapi|metrics|health|plain-page|pay-page|consent-page|outbox-page|web-page|legal-notice)\.ts$/,
    'no page',
  ],
  [
    /engine\/src\/(?:expression\/print|portfolio|metrics\/evidence\/random-entries)/,
    'the language of conditions, and names of what is wrong for us',
  ],
  [/domain\/src\/(?:india-states|sentence-teller)\.ts$/, 'names'],
];

interface Composed {
  readonly start: number;
  /** `{{}}` where values stand. */
  readonly english: string;
}

/** Calls whose words are for developers, keys of locks, or parts of statements. */
const NOT_SAID =
  /(?:Error|Lost|^unavailable)$|(?:^|\.)(?:describe|meta|warn|info|error|debug|fatal|RegExp|split|replace|replaceAll|startsWith|endsWith|includes|lock\w*|select\w*|\w+Join|where\w*|orderBy|groupBy|ref|on|onRef|as|column\w*|insertInto|updateTable|deleteFrom|returning|having|set|seal|open|placeOf\w*|cast|agg|fn|eb|test|lease\w*|advisory\w*)$/;
const LETTERS = /\p{L}{2,}/u;
const TWO_WORDS = /[\p{L}’”)%}] [\p{L}{“(]/u;

/** Every sentence and phrase that a person may read stands in the table of Hindi. */
export function toldInHindi(tree: SourceTree, parsed: readonly ParsedFile[]): Violation[] {
  if (!tree.files.includes(TABLE)) return [];
  const known = tableOf(JSON.parse(tree.read(TABLE)));
  return parsed
    .filter(({ file }) => isForScreens(file) || SEEDS.test(file))
    .flatMap((file) =>
      (SEEDS.test(file.file) ? seededIn(file) : composedIn(file)).flatMap(({ start, english }) =>
        isKnown(english, known)
          ? []
          : refuse(file, start, { rule: RULE, message: `hi.json says nothing for “${english}” (server, serverParts)` }),
      ),
    );
}

function tableOf(texts: Readonly<Record<string, Readonly<Record<string, string>>>>): ReadonlySet<string> {
  const keys = [...Object.keys(texts['server'] ?? {}), ...Object.keys(texts['serverParts'] ?? {})];
  return new Set(keys.map((key) => key.replace(/\{\{\w+\}\}/g, '{{}}')));
}

/** Whole, or in pieces of one sentence or more; one that is nothing but a value is told where it is composed. */
function isKnown(english: string, known: ReadonlySet<string>): boolean {
  const sentences = sentencesOf(english);
  // Its full stop may be set elsewhere.
  const isSaid = (text: string): boolean =>
    known.has(text) || known.has(`${text}.`) || !LETTERS.test(text.replaceAll('{{}}', ''));
  // A sentence before it is told where that one is composed.
  const isToldWhole = (text: string): boolean =>
    isSaid(text) || isAddress(text) || (text.startsWith('{{}} ') && isToldWhole(text.slice(5)));
  const isAddress = (text: string): boolean => sentences.length > 1 && /^\{\{\}\}\/[\w/-]+$/.test(text);
  const isToldFrom = (from: number): boolean =>
    from === sentences.length ||
    sentences.some((_, to) => to >= from && isToldWhole(sentences.slice(from, to + 1).join(' ')) && isToldFrom(to + 1));
  return isToldFrom(0);
}

const sentencesOf = (english: string): readonly string[] =>
  english
    .split(/ \n|(?<=[.!?][”)]?) (?=[A-Z“₹{])|(?<=[.!?])(?=\{\{)|(?<=^(?:\{\{\}\} ?)+) (?=[A-Z])/)
    .map((one) => one.trim());

const isForScreens = (file: string): boolean =>
  COMPOSED.test(file) && !TEST_FILE.test(file) && !NOT_FOR_SCREENS.some(([path]) => path.test(file));

/** Texts of rows that a migration brings. */
function seededIn({ text }: ParsedFile): readonly Composed[] {
  return [...text.matchAll(SEEDED)].flatMap(({ 1: rows = '', index, 0: { length } }) =>
    [...rows.matchAll(SEEDED_TEXT)].map(({ 1: english = '', index: at }) => ({
      start: index + length - rows.length + at,
      english,
    })),
  );
}

/** What a file composes, each once. */
function composedIn(parsed: ParsedFile): readonly Composed[] {
  const found = new Map<string, Composed>();
  collect(parsed.nodes[0], false, { parsed, found });
  return [...found.values()];
}

interface Collecting {
  readonly parsed: ParsedFile;
  readonly found: Map<string, Composed>;
}

/** @param within whether it stands in a hole of a sentence */
function collect(node: unknown, within: boolean, into: Collecting): void {
  if (Array.isArray(node)) for (const each of node) collect(each, within, into);
  if (!isNode(node) || isNotSaid(node, into.parsed)) return;
  const english = wordsOf(node, within);
  if (english !== undefined && !into.found.has(english)) into.found.set(english, { start: node.start, english });
  const inside = node.type === 'TemplateLiteral' ? english !== undefined : within && PASSES_ON.has(node.type);
  // What a choice depends on is asked, not said.
  for (const [field, value] of Object.entries(node)) collect(value, inside && field !== 'test', into);
}

/** What stands in a hole of a sentence by a choice is said as well, even where it is one word. */
const PASSES_ON: ReadonlySet<string> = new Set(['ConditionalExpression', 'LogicalExpression', 'TemplateLiteral']);

function isNotSaid(node: SyntaxNode, parsed: ParsedFile): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'TaggedTemplateExpression':
      return true;
    case 'BinaryExpression':
      return String(node['operator']).includes('=');
    case 'CallExpression':
    case 'NewExpression':
      return NOT_SAID.test(pathOf(node['callee']) ?? lastOf(node['callee']));
    case 'Property':
      return isNotSaidIn(nameOf(node['key']) ?? '', parsed);
    default:
      return node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type);
  }
}

const isNotSaidIn = (key: string, parsed: ParsedFile): boolean =>
  NAMES_OF_EVENTS.has(key) || isSummaryOfCall(key, parsed) || isOfCatalogue(key, parsed);

/** Properties that hold what an event is called among ours, and nothing that is said. */
const NAMES_OF_EVENTS: ReadonlySet<string> = new Set(['dedupeKey', 'isolation', 'key', 'purpose']);

const isSummaryOfCall = (key: string, { file }: ParsedFile): boolean => key === 'summary' && CONTRACT.test(file);
/** What a catalogue calls its tricks and baskets, and the rules of a trick, are the same in every language. */
const isOfCatalogue = (key: string, { file }: ParsedFile): boolean =>
  CATALOGUE.test(file) && /^(?:name|long|short)$/.test(key);

const lastOf = (callee: unknown): string =>
  isNode(callee) && callee.type === 'MemberExpression' ? (nameOf(callee['property']) ?? '') : '';

function wordsOf(node: SyntaxNode, within: boolean): string | undefined {
  const said = saidBy(node)
    ?.replace(/\s*\n\s*/g, ' \n')
    .trim();
  if (said === undefined || !LETTERS.test(said.replaceAll('{{}}', ''))) return undefined;
  return within || TWO_WORDS.test(said) || /\p{Ll}[.!?]$/u.test(said) ? said : undefined;
}

function saidBy(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return undefined;
  return node['quasis'].map((part) => String(part.value.cooked ?? part.value.raw)).join('{{}}');
}
