import type { RoboPast, RoboResult } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import {
  type IndiaDate,
  indiaDateOf,
  profileOf,
  ROBO_PROFILES,
  ROBO_SCORING_VERSION,
  type RoboLevel,
  suitingRisks,
} from '@trickdesk/domain';
import type { RoboParts } from './parts.ts';
import * as store from './store.ts';

const PAST_SHOWN = 50;
/** More than the catalogue has. */
const ALL_TRICKS = 1_000;

/** The plans, and what the person has answered so far; what it came to only with the plan. */
export async function readRobo(parts: RoboParts, accountId: number) {
  const db = parts.database.kysely;
  const [plans, unlocked, rows] = await Promise.all([
    parts.plans.list(db),
    parts.plans.isUnlocked(db, accountId),
    store.listAnswers(db, accountId, PAST_SHOWN),
  ]);
  const [newest] = rows;
  const outdated = newest !== undefined && newest.scoring_version !== ROBO_SCORING_VERSION;
  const last = unlocked && newest && !outdated ? await readResult(parts, newest) : undefined;
  return { plans, unlocked, outdated, last, past: rows.map(pastOf) };
}

/** What answers of the present version came to. */
export async function readResult(parts: RoboParts, row: store.AnswersRow): Promise<RoboResult> {
  const { score, capacity, willingness, reasons } = profileOf(row.answers);
  const [suits, mix] = await Promise.all([readSuits(parts, row), readMix(parts, parts.database.kysely, row)]);
  return {
    ...pastOf(row),
    answers: row.answers,
    ...{ score, capacity, willingness, reasons: [...reasons] },
    reviewOn: row.review_on,
    reviewDue: isDue(row.review_on, indiaDateOf(parts.clock.now())),
    suits,
    ...(mix ? { mix } : {}),
  };
}

const isDue = (reviewOn: IndiaDate, today: IndiaDate): boolean => today >= reviewOn;

function pastOf(row: store.AnswersRow): RoboPast {
  return {
    answersId: row.id,
    answeredAt: row.answered_at.toISOString(),
    profile: profileToWire(row.level),
    score: row.score,
    ...(row.robo_note_id === null ? {} : { noteId: row.robo_note_id }),
  };
}

const profileToWire = (level: RoboLevel): RoboResult['profile'] => ({ level, ...ROBO_PROFILES[level] });

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0;

/** Tricks and baskets of everybody that suit a level, by name: no figure of a return is read, so none can rank them. */
async function readSuits(
  { catalogue, baskets }: RoboParts,
  { account_id: accountId, level }: store.AnswersRow,
): Promise<RoboResult['suits']> {
  const risks = suitingRisks(level);
  const [tricks, found] = await Promise.all([
    risks.tricks.length === 0
      ? []
      : catalogue.list({ accountId }, { sort: 'name', pageNumber: 1, pageSize: ALL_TRICKS }).then(({ items }) => items),
    risks.baskets.length === 0 ? [] : baskets.list({ accountId, search: undefined, theme: undefined, risk: undefined }),
  ]);
  return {
    trick_list: tricks
      .filter(({ risk }) => risks.tricks.includes(risk))
      .map(({ TricksId, name, summary, risk, minCapitalPaise }) => ({ TricksId, name, summary, risk, minCapitalPaise }))
      .toSorted(byName),
    basket_list: found
      .filter(({ own, risk }) => !own && risks.baskets.includes(risk))
      .map(({ basketId, name, summary, risk, minInvestmentPaise: min }) => ({
        ...{ basketId, name, summary, risk },
        ...(min === undefined ? {} : { minInvestmentPaise: min }),
      }))
      .toSorted(byName),
  };
}

/** The mix as its note has it; nothing where no adviser is registered now, or none was when it was answered. */
async function readMix(
  { adviserNumber }: RoboParts,
  db: Queryable,
  { account_id: accountId, robo_note_id: noteId }: store.AnswersRow,
): Promise<RoboResult['mix']> {
  if (adviserNumber === undefined || noteId === null) return undefined;
  const note = await store.findNote(db, { accountId, noteId });
  return note?.body.mix.map((part) => ({ ...part }));
}
