import type { ServerTeller } from './server-texts.ts';

/** The fields of answers in which the server writes sentences. All others hold names, codes and figures. */
const SENTENCES = new Set([
  'because',
  'body',
  'detail',
  'exitReason',
  'explanation',
  'message',
  'outOfStep',
  'reason',
  'refusal',
  'sentence',
  'text',
  'title',
]);
const HOLE = /\{\{(\w+)\}\}/g;

interface Pattern {
  readonly expression: RegExp;
  readonly names: readonly string[];
  readonly words: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function patternOf(english: string, words: string): Pattern {
  const parts = english.split(HOLE);
  // Every second part is the name of a hole.
  const source = parts.map((part, i) => (i % 2 === 0 ? escaped(part) : '(.+?)')).join('');
  return { expression: new RegExp(`^${source}$`, 's'), names: parts.filter((_, i) => i % 2 === 1), words };
}

/** The longer its fixed words, the more a pattern says: those are tried first. */
const fixedLength = (english: string): number => english.replace(HOLE, '').length;

/**
 * @param table the group `server` of a language: its sentences by the English ones, `{{name}}` where values stand
 * @returns what exchanges them in answers; a sentence that the table lacks stays as it is
 */
export function serverTeller(table: unknown): ServerTeller {
  const entries = Object.entries(isRecord(table) ? table : {}).flatMap(([english, words]) =>
    typeof words === 'string' ? [[english, words] as const] : [],
  );
  const whole = new Map(entries.filter(([english]) => !english.includes('{{')));
  const patterns = entries
    .filter(([english]) => english.includes('{{'))
    .toSorted(([a], [b]) => fixedLength(b) - fixedLength(a))
    .map(([english, words]) => patternOf(english, words));

  function told(sentence: string): string {
    const known = whole.get(sentence);
    if (known !== undefined) return known;
    for (const { expression, names, words } of patterns) {
      const found = expression.exec(sentence);
      // What stands in a hole may be a sentence of its own: the reason of an order within what happened to it.
      if (found) return words.replace(HOLE, (_, name: string) => told(found[names.indexOf(name) + 1] ?? ''));
    }
    return sentence;
  }

  function walk(value: unknown): unknown {
    if (Array.isArray(value)) return typeof value[0] === 'number' ? value : value.map(walk);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        typeof part === 'string' && SENTENCES.has(key) ? told(part) : walk(part),
      ]),
    );
  }
  return walk;
}
