import { sentenceTeller } from '@trickdesk/domain';
import type { ServerTeller } from './server-texts.ts';

/** The fields of answers in which the server writes sentences. All others hold names, codes and figures. */
const SENTENCES = new Set([
  'because',
  'body',
  'data',
  'description',
  'detail',
  'exitReason',
  'explanation',
  'failure',
  'faults',
  'label',
  'message',
  'next',
  'note',
  'notes',
  'ours',
  'outOfStep',
  'planName',
  'problems',
  'rationale',
  'reason',
  'reasons',
  'rebalanceReason',
  'refusal',
  'returnsExplained',
  'rules',
  'sentence',
  'sentences',
  'source',
  'statusReason',
  'summary',
  'text',
  'theirs',
  'title',
  'unlocks',
  'why',
]);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textsOf = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).flatMap(([key, text]) =>
      typeof text === 'string' ? [[key, text]] : [],
    ),
  );

/**
 * @param texts a language: its group `server` has the sentences by the English ones, `serverParts` what stands in them
 * @returns what exchanges them in answers; a sentence that the table lacks stays as it is
 */
export function serverTeller(texts: Readonly<Record<string, unknown>>): ServerTeller {
  const tell = sentenceTeller({ sentences: textsOf(texts['server']), parts: textsOf(texts['serverParts']) });

  function walk(value: unknown, isSentence: boolean): unknown {
    if (typeof value === 'string') return isSentence ? tell(value) : value;
    if (Array.isArray(value)) return typeof value[0] === 'number' ? value : value.map((part) => walk(part, isSentence));
    if (!isRecord(value)) return value;
    // A message of a ticket is its writer's, to the letter.
    const isOfPeople = 'messageId' in value;
    // Names are kept; a plan’s says how often it is paid.
    const isTold = (key: string): boolean => SENTENCES.has(key) || (key === 'name' && 'planId' in value);
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, walk(part, isTold(key) && !isOfPeople)]),
    );
  }
  return (answer) => walk(answer, false);
}
