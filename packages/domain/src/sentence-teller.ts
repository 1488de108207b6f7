/** Sentences in one language, by the same in English; `{{name}}` where values stand. */
export interface SentenceTable {
  /** Sentences that may stand alone. */
  readonly sentences: Readonly<Record<string, string>>;
  /** Phrases that stand within sentences only, so that nothing that people write is taken for one of them. */
  readonly parts: Readonly<Record<string, string>>;
}

/** Puts a sentence that the product composed in English into another language. */
export type SentenceTeller = (english: string) => string;

const HOLE = /\{\{(\w+)\}\}/g;
/** What stands in these is a name, or what somebody said: it stays to the letter. */
const KEPT_AS_IT_IS: ReadonlySet<string> = new Set([
  'name',
  'symbol',
  'symbols',
  'ticker',
  'subject',
  'said',
  'code',
  'quoted',
]);
/** What stands in these is made of comparisons. */
const CONDITIONS: ReadonlySet<string> = new Set(['condition', 'reasons', 'either', 'or', 'both', 'and']);
/** What stands in these is a value, or several: sums and lists of them are told part by part. */
const VALUES: ReadonlySet<string> = new Set(['left', 'right', 'value', 'values', 'made', 'before', 'indicator']);
/**
 * In a condition, what holds together least is taken apart first, however short its words are: “A > B one bar ago” speaks
 * of B alone. Holes by name: what is quoted, what has one figure or day, a list within a list,
 * what is denied, and then by precedence.
 */
const LOOSEST_FIRST = ['quoted', 'count', 'day', 'count,condition', 'condition', 'either,or', 'both,and', 'left,right'];
/** In a value, what is said of all of it comes off first: when, and then of which bars. */
const OUTERMOST_FIRST = [
  ...['before,after', 'before,count', 'indicator,symbol,count', 'indicator,count,symbol,countOf'],
  ...['indicator,symbol', 'indicator,count,symbol', 'indicator,ticker,count', 'indicator,ticker'],
  ...['indicator,count,after', 'indicator,after'],
];
/** Where one sentence ends and the next begins. */
const BETWEEN_SENTENCES = /(?<=[.!?][”)]?) (?=[A-Z“₹\d])/g;
const DAY_OF_MONTH = /\b(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g;
/** Lists repeat themselves: what was told lately is not looked for again. */
const MOST_KEPT = 2_000;
const FEWEST_FIXED_LETTERS = 5;
/** A sentence that begins with what may be anything says less. */
const FEWEST_BEHIND_ANYTHING = 9;

interface Pattern {
  readonly expression: RegExp;
  /** Must stand in a sentence before the expression is tried: most are dismissed by it. */
  readonly longestPart: string;
  readonly isSparse: boolean;
  /** Stands within a sentence, or begins it with a capital. */
  readonly isPart: boolean;
  readonly holes: readonly string[];
  readonly words: string;
}

interface Book {
  readonly whole: ReadonlyMap<string, string>;
  readonly patterns: readonly Pattern[];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** The longer its fixed words, the more a pattern says: those are tried first. */
const fixedLength = (english: string): number => english.replace(HOLE, '').length;
const isSeveral = (text: string): boolean => text.search(BETWEEN_SENTENCES) >= 0;

/** The sides of a sum stay where they are, so that its brackets do as well. */
const KEEPS_ORDER: ReadonlySet<string> = new Set(['first,second']);

/** How many brackets stay open behind each of its letters; below 0 where one closes that was not opened. */
function depthsOf(text: string): readonly number[] {
  let depth = 0;
  return Array.from(text, (letter) => (depth += Number(letter === '(') - Number(letter === ')')));
}

/** Whether a bracket of it opens or closes outside of it. */
function isTorn(text: string): boolean {
  const depths = depthsOf(text);
  return depths.some((depth) => depth < 0) || (depths.at(-1) ?? 0) !== 0;
}

/** The parts of a sum, or of a list, with what stands between them; what is in brackets is one part. */
function partsOfValue(text: string, isList: boolean): readonly string[] {
  const depths = depthsOf(text);
  const parts: string[] = [];
  let from = 0;
  for (const { 0: sign, index } of text.matchAll(isList ? / [−+×÷] |, /g : / [−+×÷] /g)) {
    if (depths[index] !== 0) continue;
    parts.push(text.slice(from, index), sign);
    from = index + sign.length;
  }
  return [...parts, text.slice(from)];
}

/** What a pair of brackets or a sign holds; of a torn side of a sum, what is behind its bracket or before it. */
function withoutBrackets(text: string): readonly [before: string, within: string, after: string] {
  if (/^−[(\p{L}]/u.test(text)) return ['−', text.slice(1), ''];
  const depths = depthsOf(text);
  if (text.startsWith('(') && depths.slice(0, -1).every((depth) => depth > 0)) {
    return text.endsWith(')') && depths.at(-1) === 0 ? ['(', text.slice(1, -1), ')'] : ['(', text.slice(1), ''];
  }
  return text.endsWith(')') && (depths.at(-1) ?? 0) < 0 ? ['', text.slice(0, -1), ')'] : ['', text, ''];
}

/**
 * What stands in `count`, `countOfAll` and the like is a number, or a time of day; in `ticker` what an exchange calls an
 * instrument, in capitals, so that “of” before it says whose a value is and nothing else.
 */
function holeOf(name: string): string {
  if (name === 'ticker') return '(?=[A-Z0-9&_ -]*[A-Z])([A-Z0-9][A-Z0-9&_ -]*)';
  return name.startsWith('count') ? String.raw`([−+]?[\d.,:]+)` : '(.*?)';
}

function fewestFixed([before, first = '']: readonly string[]): number {
  return before === '' && !KEPT_AS_IT_IS.has(first) ? FEWEST_BEHIND_ANYTHING : FEWEST_FIXED_LETTERS;
}

function patternOf(english: string, words: string, isPart: boolean): Pattern {
  const parts = english.split(HOLE);
  // Every second part is the name of a hole.
  const source = parts.map((part, i) => (i % 2 === 0 ? escaped(part) : holeOf(part))).join('');
  const fixed = parts.filter((_, i) => i % 2 === 0);
  return {
    expression: new RegExp(`^${source}$`, 's'),
    longestPart: fixed.toSorted((a, b) => b.length - a.length)[0] ?? '',
    isSparse: !isPart && fixed.join('').replace(/\P{L}/gu, '').length < fewestFixed(parts),
    isPart,
    holes: parts.filter((_, i) => i % 2 === 1),
    words,
  };
}

function bookOf(sentences: Readonly<Record<string, string>>, parts: Readonly<Record<string, string>> = {}): Book {
  const entries = Object.entries({ ...sentences, ...parts });
  return {
    whole: new Map(entries.filter(([english]) => !english.includes('{{'))),
    patterns: entries
      .filter(([english]) => english.includes('{{'))
      .toSorted(([a], [b]) => fixedLength(b) - fixedLength(a))
      .map(([english, words]) => patternOf(english, words, english in parts)),
  };
}

function foundIn(text: string, { expression, longestPart, isPart }: Pattern): RegExpExecArray | null {
  if (!text.includes(longestPart) && !(isPart && uncapitalised(text).includes(longestPart))) return null;
  return expression.exec(text) ?? (isPart ? expression.exec(uncapitalised(text)) : null);
}

/** A phrase that begins a sentence has a capital there. */
const uncapitalised = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** What conditions or values are made of, in the order in which it is taken apart. */
function takenApart(parts: Readonly<Record<string, string>>, order: readonly string[]): Book {
  const { whole, patterns } = bookOf({}, parts);
  const ranked = patterns.map((pattern) => ({ pattern, rank: order.indexOf(pattern.holes.join(',')) }));
  return {
    whole,
    patterns: ranked
      .filter(({ rank }) => rank >= 0)
      .sort((a, b) => a.rank - b.rank)
      .map(({ pattern }) => pattern),
  };
}

class Teller {
  readonly #sentences: Book;
  readonly #parts: Book;
  readonly #conditions: Book;
  readonly #values: Book;
  readonly #months: Readonly<Record<string, string>>;
  readonly #told = new Map<string, string>();

  constructor({ sentences, parts }: SentenceTable) {
    this.#sentences = bookOf(sentences);
    this.#parts = bookOf(sentences, parts);
    this.#conditions = takenApart(parts, LOOSEST_FIRST);
    this.#values = takenApart(parts, OUTERMOST_FIRST);
    this.#months = parts;
  }

  /** Whole as the table has it, or sentence by sentence, or else with sentences in its holes. */
  sentence(text: string): string {
    const known = this.#told.get(text);
    if (known !== undefined) return known;
    const told =
      this.#known(text, this.#sentences, 'one in a hole') ??
      this.#bySentences(text) ??
      this.#known(text, this.#sentences, 'any in a hole') ??
      this.#afterTheFirst(text);
    if (this.#told.size >= MOST_KEPT) this.#told.clear();
    this.#told.set(text, told);
    return told;
  }

  #known(text: string, { whole, patterns }: Book, holes: 'one in a hole' | 'any in a hole'): string | undefined {
    const words = whole.get(text);
    if (words !== undefined) return words;
    for (const pattern of patterns) {
      const found = foundIn(text, pattern);
      if (!found || (holes === 'one in a hole' && found.slice(1).some(isSeveral))) continue;
      if (pattern.isPart && !KEEPS_ORDER.has(pattern.holes.join(',')) && found.slice(1).some(isTorn)) continue;
      const told = this.#filled(pattern, found.slice(1));
      if (told !== undefined) return told;
    }
    return undefined;
  }

  /** Where next to nothing is fixed, something that is known must stand in a hole: else it is anybody's sentence. */
  #filled({ words, holes, isSparse }: Pattern, contents: readonly string[]): string | undefined {
    const told = contents.map((content, i) => this.#hole(holes[i] ?? '', content));
    if (isSparse && told.every((content, i) => content === contents[i])) return undefined;
    return words.replace(HOLE, (_, name: string) => told[holes.indexOf(name)] ?? '');
  }

  #bySentences(text: string): string | undefined {
    const ends = [...text.matchAll(BETWEEN_SENTENCES)].map(({ index }) => index);
    for (const end of ends.toReversed()) {
      const head = this.#known(text.slice(0, end), this.#sentences, 'one in a hole');
      if (head !== undefined) return `${head} ${this.sentence(text.slice(end + 1))}`;
    }
    return undefined;
  }

  #afterTheFirst(text: string): string {
    const end = text.search(BETWEEN_SENTENCES);
    return end < 0 ? text : `${text.slice(0, end)} ${this.sentence(text.slice(end + 1))}`;
  }

  #hole(name: string, content: string): string {
    const trimmed = content.trim();
    if (trimmed === '' || KEPT_AS_IT_IS.has(name)) return content;
    return content.replace(trimmed, () => {
      if (VALUES.has(name)) return this.#value(trimmed, name === 'values');
      return CONDITIONS.has(name) ? this.#condition(trimmed) : this.#part(trimmed);
    });
  }

  #condition(text: string): string {
    if (text.includes('; '))
      return text
        .split('; ')
        .map((each) => this.#condition(each))
        .join('; ');
    return this.#known(text, this.#conditions, 'one in a hole') ?? this.#part(text);
  }

  #value(text: string, isList = false): string {
    const whole = this.#parts.whole.get(text);
    if (whole !== undefined) return whole;
    return partsOfValue(text, isList)
      .map((part, i) => (i % 2 === 0 ? (this.#known(part, this.#values, 'one in a hole') ?? this.#part(part)) : part))
      .join('');
  }

  #part(text: string): string {
    const exact = this.#parts.whole.get(text) ?? this.#parts.whole.get(uncapitalised(text));
    if (exact !== undefined) return exact;
    for (const separator of ['; ', ' · ']) {
      if (text.includes(separator)) return this.#each(text, separator);
    }
    const [before, within, after] = withoutBrackets(text);
    if (within !== text) return `${before}${this.#value(within)}${after}`;
    if (isSeveral(text)) return this.sentence(text);
    const told = this.#known(text, this.#parts, 'one in a hole');
    if (told !== undefined) return told;
    return text.includes(', ') ? this.#each(text, ', ') : this.#dated(text);
  }

  #each(text: string, separator: string): string {
    return text
      .split(separator)
      .map((part) => this.#part(part))
      .join(separator);
  }

  #dated(text: string): string {
    return text.replace(DAY_OF_MONTH, (_, day: string, month: string) => `${day} ${this.#months[month] ?? month}`);
  }
}

/** @returns what puts sentences into the language of the table; one that the table lacks stays English */
export function sentenceTeller(table: SentenceTable): SentenceTeller {
  const teller = new Teller(table);
  return (english) => teller.sentence(english);
}
