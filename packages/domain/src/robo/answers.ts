import { ROBO_QUESTIONS } from './questions.ts';

export interface RoboAnswer {
  readonly questionId: string;
  readonly optionId: string;
}

/** One thing that is wrong with answers: which of them, by its place in what was sent. */
export interface AnswerFault {
  readonly index: number | undefined;
  readonly message: string;
}

/** What is unknown, given twice or missing; nothing where each question has one answer. */
export function answerFaults(answers: readonly RoboAnswer[]): AnswerFault[] {
  const seen = new Set<string>();
  const faults: AnswerFault[] = [];
  for (const [index, { questionId, optionId }] of answers.entries()) {
    const question = ROBO_QUESTIONS.find(({ id }) => id === questionId);
    if (!question) faults.push({ index, message: 'This question is not known.' });
    else if (seen.has(questionId)) faults.push({ index, message: 'This question is answered twice.' });
    else if (!question.options.some(({ id }) => id === optionId))
      faults.push({ index, message: 'This answer is not known.' });
    seen.add(questionId);
  }
  if (ROBO_QUESTIONS.some(({ id }) => !seen.has(id)))
    faults.push({ index: undefined, message: 'Some questions have no answer yet.' });
  return faults;
}

/** The same answers as the questions follow each other. */
export function inOrder(answers: readonly RoboAnswer[]): RoboAnswer[] {
  return ROBO_QUESTIONS.flatMap(({ id }) => answers.filter(({ questionId }) => questionId === id));
}

interface Contradiction {
  readonly one: RoboAnswer;
  readonly other: RoboAnswer;
  /** Names both answers, and what to do. */
  readonly sentence: string;
}

const answer = (questionId: string, optionId: string): RoboAnswer => ({ questionId, optionId });

/** Answers of which no more than one can be meant. */
export const ROBO_CONTRADICTIONS: readonly Contradiction[] = [
  {
    one: answer('aim', 'grow_most'),
    other: answer('loss', 'none'),
    sentence:
      '“Grow as much as possible” and “No loss at all” do not go together: what grows most falls at times. Change one of them.',
  },
  {
    one: answer('aim', 'grow_most'),
    other: answer('horizon', 'under_1'),
    sentence:
      '“Grow as much as possible” and “Within a year” do not go together: a year is too short for that. Change one of them.',
  },
  {
    one: answer('aim', 'grow_most'),
    other: answer('fall', 'sell_all'),
    sentence:
      '“Grow as much as possible” and “Sell everything” do not go together: who sells after a fall does not grow with what follows. Change one of them.',
  },
  {
    one: answer('aim', 'keep'),
    other: answer('loss', 'over_25'),
    sentence:
      '“Keep its value” and a loss of “More than a quarter” do not go together: a quarter less is not kept. Change one of them.',
  },
  {
    one: answer('fall', 'buy_more'),
    other: answer('loss', 'none'),
    sentence:
      '“Buy more” after a fall and “No loss at all” do not go together: the fall would be a loss already. Change one of them.',
  },
  {
    one: answer('fall', 'sell_all'),
    other: answer('loss', 'over_25'),
    sentence:
      '“Sell everything” after a fall by a fifth and a loss of “More than a quarter” do not go together: you would have sold before. Change one of them.',
  },
];

export interface FoundContradiction {
  readonly sentence: string;
  readonly questionIds: readonly [string, string];
}

/** Every pair of answers that does not go together. */
export function contradictionsOf(answers: readonly RoboAnswer[]): FoundContradiction[] {
  const has = ({ questionId, optionId }: RoboAnswer): boolean =>
    answers.some((given) => given.questionId === questionId && given.optionId === optionId);
  return ROBO_CONTRADICTIONS.filter(({ one, other }) => has(one) && has(other)).map(({ one, other, sentence }) => ({
    sentence,
    questionIds: [one.questionId, other.questionId],
  }));
}
