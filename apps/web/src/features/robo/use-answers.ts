import { useEffect, useState } from 'react';
import { session } from '../../lib/send.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { forgetAnswers, type GivenAnswers, keepAnswers, keyOfAnswers, readAnswers } from './kept-answers.ts';

export interface AnswersState {
  readonly given: GivenAnswers;
  readonly choose: (questionId: string, optionId: string) => void;
  readonly goTo: (place: number) => void;
  /** They are at the server now. */
  readonly wereSent: () => void;
}

type Last = OutputOfCall<'roboProPlans'>['last'];

/** Answers that no reload or lost connection loses; they begin with those of last time. */
export function useAnswers(last: Last): AnswersState {
  const key = keyOfAnswers(session.user()?.userId);
  const [given, setGiven] = useState<GivenAnswers>(
    () =>
      readAnswers(localStorage, key) ?? {
        place: 0,
        chosen: Object.fromEntries((last?.answers ?? []).map(({ questionId, optionId }) => [questionId, optionId])),
      },
  );
  const [changed, setChanged] = useState(false);
  useEffect(() => {
    if (changed) keepAnswers(localStorage, key, given);
  }, [changed, given, key]);
  const change = (next: (before: GivenAnswers) => GivenAnswers): void => {
    setChanged(true);
    setGiven(next);
  };
  return {
    given,
    choose: (questionId, optionId) =>
      change((before) => ({ ...before, chosen: { ...before.chosen, [questionId]: optionId } })),
    goTo: (place) => change((before) => ({ ...before, place })),
    wereSent: () => {
      setChanged(false);
      forgetAnswers(localStorage, key);
    },
  };
}

/** Whether something was begun on this device and not sent. */
export function isBegun(): boolean {
  return readAnswers(localStorage, keyOfAnswers(session.user()?.userId)) !== undefined;
}
