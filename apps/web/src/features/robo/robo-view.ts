import type { RoboQuestionItem } from '@trickdesk/contract';
import type { CallFailure } from '../../lib/call-failure.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import type { GivenAnswers } from './kept-answers.ts';

/** What is sent: the answers in the order of the questions; what is not among them (another release's) is left out. */
export function answersToSend(
  questions: readonly RoboQuestionItem[],
  { chosen }: GivenAnswers,
): InputOfCall<'saveRoboProQuestionnaire'>['answers'] {
  return questions.flatMap(({ id, options }) => {
    const optionId = options.find((option) => option.id === chosen[id])?.id;
    return optionId === undefined ? [] : [{ questionId: id, optionId }];
  });
}

/** How many have an answer. */
export function countAnswered(questions: readonly RoboQuestionItem[], given: GivenAnswers): number {
  return answersToSend(questions, given).length;
}

/** The first that has no answer; after the last where each has one. */
export function firstOpen(questions: readonly RoboQuestionItem[], { chosen }: GivenAnswers): number {
  const open = questions.findIndex(({ id, options }) => !options.some((option) => option.id === chosen[id]));
  return open === -1 ? questions.length : open;
}

/** Which questions a refusal names, each once, as places among all. */
export function placesNamed(
  failure: Pick<CallFailure, 'errors'>,
  sent: readonly { readonly questionId: string }[],
  questions: readonly RoboQuestionItem[],
): number[] {
  const places = failure.errors.flatMap(({ path }) => {
    const index = /^answers\.(\d+)$/.exec(path)?.[1];
    const answer = index === undefined ? undefined : sent[Number(index)];
    const place = questions.findIndex(({ id }) => id === answer?.questionId);
    return place === -1 ? [] : [place];
  });
  return [...new Set(places)];
}

/** A part of an amount in whole paise, rounded down: no part asks for more than there is. */
export function partPaise(amountPaise: number, percent: number): number {
  return Math.floor((amountPaise * percent) / 100);
}

/** The page of a basket, with a part of an amount filled in as whole rupees. */
export function basketPath(basketId: number, paise: number | undefined): string {
  const amount = paise === undefined ? 0 : Math.floor(paise / 100);
  return amount > 0 ? `/baskets/${basketId}?amount=${amount}` : `/baskets/${basketId}`;
}
