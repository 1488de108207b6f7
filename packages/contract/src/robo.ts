import { z } from 'zod';
import { zPlan } from './billing.ts';
import { call } from './call.ts';
import { zDate, zFilledText, zId, zMoment, zPaise } from './fields.ts';
import { zRisk } from './strategies.ts';

/** What the calls of ROBO Pro ask and answer. */

const zAnswer = z.strictObject({ questionId: zFilledText(40), optionId: zFilledText(40) });

const zQuestion = z.strictObject({
  id: z.string(),
  text: z.string(),
  options: z.array(z.strictObject({ id: z.string(), text: z.string() })),
});
export type RoboQuestionItem = z.output<typeof zQuestion>;

const zProfile = z.strictObject({
  /** 0: nothing of the money should be invested now; 5: the boldest. */
  level: z.int().min(0).max(5),
  name: z.string(),
  text: z.string(),
});

/** What suits a profile, by name: an order by anything else would be a ranking. */
const zSuits = z.strictObject({
  trick_list: z.array(
    z.strictObject({ TricksId: zId, name: z.string(), summary: z.string(), risk: zRisk, minCapitalPaise: zPaise }),
  ),
  basket_list: z.array(
    z.strictObject({
      basketId: zId,
      name: z.string(),
      summary: z.string(),
      risk: zRisk,
      minInvestmentPaise: zPaise.optional(),
    }),
  ),
});

const zMixPart = z.strictObject({
  /** Absent for what stays where it cannot fall. */
  basketId: zId.optional(),
  name: z.string().optional(),
  /** Whole percent; the parts add up to 100. */
  percent: z.int().min(1).max(100),
  reason: z.string(),
});
export type RoboMixPart = z.output<typeof zMixPart>;

const zResult = z.strictObject({
  answersId: zId,
  answeredAt: zMoment,
  answers: z.array(zAnswer),
  profile: zProfile,
  /** 0 to 100: the lesser of what one can bear and what one wants to. */
  score: z.int(),
  capacity: z.int(),
  willingness: z.int(),
  reasons: z.array(z.string()),
  reviewOn: zDate,
  reviewDue: z.boolean(),
  suits: zSuits,
  /** Only with an adviser’s registration: each part is opened and confirmed by itself. */
  mix: z.array(zMixPart).optional(),
  noteId: zId.optional(),
});
export type RoboResult = z.output<typeof zResult>;

const zPast = z.strictObject({
  answersId: zId,
  answeredAt: zMoment,
  profile: zProfile,
  score: z.int(),
  noteId: zId.optional(),
});
export type RoboPast = z.output<typeof zPast>;

/** Under whose registration anything is suggested. Without it the questionnaire is education. */
const zAdviser = z.strictObject({ registrationNumber: z.string() });

export const roboProPlans = call('roboProPlans', {
  summary: 'The ROBO Pro plans, the questionnaire, and what the caller’s last answers came to.',
  input: z.strictObject({}),
  output: z.strictObject({
    plans: z.array(zPlan),
    /** Payments go to a sandbox: no money moves. */
    sandbox: z.boolean(),
    /** The caller has the plan now. */
    unlocked: z.boolean(),
    adviser: zAdviser.optional(),
    questions: z.array(zQuestion),
    /** With the plan, and of the questions as they are now. */
    last: zResult.optional(),
    /** The questions have changed since the last answers: they are asked for anew. */
    outdated: z.boolean(),
    /** Newest first; the last fifty. */
    past_list: z.array(zPast),
  }),
});

export const saveRoboProQuestionnaire = call('saveRoboProQuestionnaire', {
  summary:
    'Keeps a whole set of answers beside those of before, and answers the risk profile with what suits it, unranked; with an adviser’s registration also the suggested mix, of which a suitability note is kept. The same answers on the same day are kept once.',
  input: z.strictObject({ answers: z.array(zAnswer).max(50) }),
  output: z.strictObject({ result: zResult }),
  refusals: ['ROBO_PRO_NEEDED', 'ANSWERS_CONTRADICT'],
});

export const roboProNote = call('roboProNote', {
  summary: 'One suitability note of the caller as a PDF file. It can be read for five years, with or without the plan.',
  input: z.strictObject({ noteId: zId }),
  output: z.strictObject({ fileName: z.string(), base64: z.string() }),
  refusals: ['NOT_FOUND'],
});

export const roboCalls = { roboProPlans, saveRoboProQuestionnaire, roboProNote };
