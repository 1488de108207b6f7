import type { RoboAnswer } from './answers.ts';
import { ROBO_QUESTIONS, type RoboLevel, type RoboQuestion } from './questions.ts';

export interface RoboProfile {
  /** 0 to 100: the lesser of the two below. */
  readonly score: number;
  /** How much risk somebody can bear, 0 to 100. */
  readonly capacity: number;
  /** How much they want to, 0 to 100. */
  readonly willingness: number;
  readonly level: RoboLevel;
  /** Why it is this level, the strongest reason first. */
  readonly reasons: readonly string[];
}

/** Levels by score, from each on; the ceilings of single answers come on top. */
const FROM_SCORE: readonly (readonly [number, RoboLevel])[] = [
  [80, 5],
  [60, 4],
  [40, 3],
  [20, 2],
  [0, 1],
];

const CAPACITY_COUNTS = 'You want to bear more risk than you can. What you can bear counts.';
const WILLINGNESS_COUNTS = 'You can bear more risk than you want to. What you want counts.';
const BOTH_COUNT = 'What you can bear and what you want to bear are alike.';

/**
 * The risk profile of a whole set of answers (`answerFaults` finds nothing). What somebody can bear and what they want to
 * bear are summed up apart and the lesser counts, so that no wish makes up for missing means; single answers that forbid
 * more set a ceiling.
 */
export function profileOf(answers: readonly RoboAnswer[]): RoboProfile {
  const capacity = shareOf(answers, 'capacity');
  const willingness = shareOf(answers, 'willingness');
  const score = Math.min(capacity, willingness);
  const byScore = FROM_SCORE.find(([from]) => score >= from)?.[1] ?? 1;
  const ceilings = ROBO_QUESTIONS.flatMap((question) => chosen(question, answers)?.ceiling ?? []);
  const binding = ceilings.filter(({ level }) => level < byScore).toSorted((a, b) => a.level - b.level);
  const balance = capacity === willingness ? BOTH_COUNT : capacity < willingness ? CAPACITY_COUNTS : WILLINGNESS_COUNTS;
  return {
    ...{ score, capacity, willingness },
    level: binding[0]?.level ?? byScore,
    reasons: [...binding.map(({ reason }) => reason), balance],
  };
}

function chosen({ id, options }: RoboQuestion, answers: readonly RoboAnswer[]) {
  const given = answers.find(({ questionId }) => questionId === id);
  return options.find((option) => option.id === given?.optionId);
}

/** Points of one kind of question out of all that there are, in whole percent, rounded down. */
function shareOf(answers: readonly RoboAnswer[], measures: RoboQuestion['measures']): number {
  const questions = ROBO_QUESTIONS.filter((question) => question.measures === measures);
  const points = questions.map((question) => {
    const option = chosen(question, answers);
    return option ? question.options.indexOf(option) : 0;
  });
  const most = questions.reduce((sum, { options }) => sum + options.length - 1, 0);
  return Math.floor((points.reduce((sum, each) => sum + each, 0) * 100) / most);
}

/** What a level is called, and what it means. */
export const ROBO_PROFILES: Readonly<Record<RoboLevel, { readonly name: string; readonly text: string }>> = {
  0: { name: 'Not yet', text: 'Nothing of this money should be invested now.' },
  1: { name: 'Cautious', text: 'Keeping comes first. A small part may swing.' },
  2: { name: 'Careful', text: 'Some growth, with swings that stay small.' },
  3: { name: 'Balanced', text: 'Growth and calm weigh the same.' },
  4: { name: 'Growing', text: 'Growth comes first, and falls of a fifth belong to it.' },
  5: { name: 'Bold', text: 'As much growth as shares give, and falls of a third or more belong to it.' },
};
