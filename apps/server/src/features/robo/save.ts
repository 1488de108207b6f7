import type { RoboResult } from '@trickdesk/contract';
import type { Tx } from '@trickdesk/db';
import {
  answerFaults,
  contradictionsOf,
  type FoundContradiction,
  indiaDateOf,
  inOrder,
  mixOf,
  profileOf,
  ROBO_PROFILES,
  ROBO_QUESTIONS,
  ROBO_SCORING_VERSION,
  type RoboAnswer,
  type RoboProfile,
  reviewDay,
} from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { recordActivity } from '../activity/index.ts';
import type { RoboParts, Who } from './parts.ts';
import { readResult } from './read.ts';
import * as store from './store.ts';

/**
 * Keeps a whole set of answers and, under an adviser's registration, the suitability note of what it suggests, in one
 * transaction. The same answers on the same day are kept once, unless another mix is suggested by now.
 *
 * @throws Refusal `ROBO_PRO_NEEDED`, `INVALID_INPUT`, `ANSWERS_CONTRADICT`
 */
export async function saveAnswers(parts: RoboParts, who: Who, answers: readonly RoboAnswer[]): Promise<RoboResult> {
  const row = await parts.database.transaction(async (tx) => {
    if (!(await parts.plans.isUnlocked(tx, who.accountId))) throw new Refusal('ROBO_PRO_NEEDED');
    refuseWrong(answers);
    await store.lockAnswers(tx, who.accountId);
    const ordered = inOrder(answers);
    const [before] = await store.listAnswers(tx, who.accountId, 1);
    const draft = await draftOf(parts, tx, { accountId: who.accountId, answers: ordered });
    const isKept = before && isSame(parts, before, ordered) && (await isSuggested(tx, before, draft));
    return isKept ? before : insert(tx, { who, draft });
  });
  return readResult(parts, row);
}

function refuseWrong(answers: readonly RoboAnswer[]): void {
  const faults = answerFaults(answers);
  if (faults.length > 0) {
    const pathOf = (index: number | undefined): string => (index === undefined ? 'answers' : `answers.${index}`);
    const errors = faults.map(({ index, message }) => ({ path: pathOf(index), message }));
    throw new Refusal('INVALID_INPUT', { errors });
  }
  const contradictions = contradictionsOf(answers);
  const [first] = contradictions;
  if (!first) return;
  const errors = contradictions.flatMap((one) => errorsOf(one, answers));
  throw new Refusal('ANSWERS_CONTRADICT', { message: first.sentence, errors });
}

/** The same sentence at both answers: either of them may be changed. */
function errorsOf({ questionIds, sentence }: FoundContradiction, answers: readonly RoboAnswer[]) {
  return questionIds.map((id) => ({
    path: `answers.${answers.findIndex(({ questionId }) => questionId === id)}`,
    message: sentence,
  }));
}

/** Answered the same today, by the same scoring. */
function isSame({ clock }: RoboParts, row: store.AnswersRow, answers: readonly RoboAnswer[]): boolean {
  return (
    row.scoring_version === ROBO_SCORING_VERSION &&
    indiaDateOf(row.answered_at.getTime()) === indiaDateOf(clock.now()) &&
    answers.every(({ questionId, optionId }) =>
      row.answers.some((one) => one.questionId === questionId && one.optionId === optionId),
    )
  );
}

/** What answers come to now, before anything of it is kept. */
interface Draft {
  readonly answers: readonly RoboAnswer[];
  readonly profile: RoboProfile;
  readonly reviewOn: string;
  readonly at: Date;
  /** Under an adviser's registration alone. */
  readonly note: { readonly registrationNumber: string; readonly body: store.NoteBody } | undefined;
}

async function draftOf(
  parts: RoboParts,
  tx: Tx,
  { accountId, answers }: { readonly accountId: number; readonly answers: readonly RoboAnswer[] },
): Promise<Draft> {
  const at = new Date(parts.clock.now());
  const profile = profileOf(answers);
  const reviewOn = reviewDay(indiaDateOf(at.getTime()), profile.level);
  const { adviserNumber: registrationNumber } = parts;
  const note =
    registrationNumber === undefined
      ? undefined
      : { registrationNumber, body: await noteBody(parts, tx, { accountId, answers, profile, reviewOn }) };
  return { answers, profile, reviewOn, at, note };
}

/** Whether its note suggests what would be suggested now: baskets come into the catalogue and leave it within a day. */
async function isSuggested(
  tx: Tx,
  { account_id: accountId, robo_note_id: noteId }: store.AnswersRow,
  { note }: Draft,
): Promise<boolean> {
  if (noteId === null || !note) return noteId === null && !note;
  const kept = await store.findNote(tx, { accountId, noteId });
  if (kept?.registration_number !== note.registrationNumber) return false;
  const [before, now] = [kept.body.mix, note.body.mix];
  return (
    before.length === now.length &&
    now.every(({ basketId, percent }, i) => before[i]?.basketId === basketId && before[i]?.percent === percent)
  );
}

async function insert(tx: Tx, { who, draft }: { readonly who: Who; readonly draft: Draft }): Promise<store.AnswersRow> {
  const { accountId, origin } = who;
  const { answers, profile, reviewOn, at, note } = draft;
  const { score, level } = profile;
  const common = { accountId, version: ROBO_SCORING_VERSION, at };
  const noteId = note && (await store.insertNote(tx, { ...common, ...note }));
  const row = await store.insertAnswers(tx, { ...common, answers, score, level, reviewOn, noteId });
  const sentence = `Answered the ROBO Pro questionnaire: ${ROBO_PROFILES[level].name}.`;
  await recordActivity(tx, { accountId, kind: 'settings', sentence, origin, facts: { answersId: row.id }, at });
  return row;
}

interface Suggested {
  readonly accountId: number;
  readonly answers: readonly RoboAnswer[];
  readonly profile: RoboProfile;
  readonly reviewOn: string;
}

/** Everything that the suggestion rests on, in words: the note is read when questions and baskets have long changed. */
async function noteBody(
  parts: RoboParts,
  tx: Tx,
  { accountId, answers, profile, reviewOn }: Suggested,
): Promise<store.NoteBody> {
  const ids = await parts.basketIds(tx);
  const baskets = await parts.baskets.list({ accountId, search: undefined, theme: undefined, risk: undefined });
  const basketOf = (key: string) => baskets.find(({ basketId }) => basketId === ids.get(key));
  const { score, level, reasons } = profile;
  return {
    answers: ROBO_QUESTIONS.map((question) => {
      const given = answers.find(({ questionId }) => questionId === question.id);
      const option = question.options.find(({ id }) => id === given?.optionId);
      return { question: question.text, answer: option?.text ?? '' };
    }),
    ...{ score, level, reasons, reviewOn },
    mix: mixOf(level, (key) => basketOf(key) !== undefined).map(({ basketKey, percent, reason }) => {
      const basket = basketKey === undefined ? undefined : basketOf(basketKey);
      return { ...(basket ? { basketId: basket.basketId, name: basket.name } : {}), percent, reason };
    }),
  };
}
