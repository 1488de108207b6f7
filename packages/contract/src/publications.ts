import { z } from 'zod';
import { zBacktestItem } from './backtests.ts';
import { call } from './call.ts';
import { zFilledText, zId, zMoment, zPaise } from './fields.ts';
import { zCategory, zRisk } from './strategies.ts';

/** How a trick of one's own comes into the catalogue: its owner submits a version, and an operator decides. */

export const PUBLICATION_STATES = ['waiting', 'published', 'refused', 'withdrawn'] as const;
export type PublicationState = (typeof PUBLICATION_STATES)[number];

/** As long as the description of a trick may be. */
export const PUBLICATION_DESCRIPTION_LONGEST = 1_000;

/** Everything but the state stays as it was submitted, whatever becomes of the trick. */
export const publicationShape = {
  publicationId: zId,
  /** The owner's own trick. */
  TricksId: zId,
  version: z.int(),
  state: z.enum(PUBLICATION_STATES),
  name: z.string(),
  summary: z.string(),
  description: z.string(),
  category: zCategory,
  risk: zRisk,
  minCapitalPaise: zPaise,
  /** What backs the claim. */
  BacktestId: zId,
  submittedAt: zMoment,
  /** When it was published, refused or withdrawn. */
  decidedAt: zMoment.optional(),
  /** Why it was refused, or taken out of the catalogue by an operator. */
  reason: z.string().optional(),
  /** The trick of the catalogue that it became, once it was published. */
  publishedTricksId: zId.optional(),
  /** Whether the catalogue offers this very version now. */
  offered: z.boolean(),
};
export const zPublication = z.strictObject(publicationShape);
export type Publication = z.output<typeof zPublication>;

export const submittrick = call('submittrick', {
  summary:
    'Submits a version of a trick of your own for the catalogue, with the back-test that backs it: your own, of these very rules, done, with charges and without a sweep. What is submitted stays as it is; the catalogue has it under your name once an operator publishes it.',
  input: z.strictObject({
    TricksId: zId,
    version: zId,
    BacktestId: zId,
    category: zCategory,
    risk: zRisk,
    description: zFilledText(PUBLICATION_DESCRIPTION_LONGEST),
  }),
  output: z.strictObject({ publication: zPublication }),
  refusals: ['NOT_FOUND', 'OWN_TRICK_RETIRED', 'BACKTEST_UNFIT', 'PUBLICATION_WAITS', 'VERSION_PUBLISHED'],
});

export const withdrawtrick = call('withdrawtrick', {
  summary: 'Takes back what you have submitted for the catalogue, while nobody has decided on it.',
  input: z.strictObject({ TricksId: zId }),
  output: z.strictObject({ publication: zPublication }),
  refusals: ['NOT_FOUND', 'PUBLICATION_NOT_WAITING'],
});

export const trickpublications = call('trickpublications', {
  summary:
    'What you have submitted of a trick of your own, newest first, and the back-tests that could back a version of it.',
  input: z.strictObject({ TricksId: zId }),
  output: z.strictObject({
    publication_list: z.array(zPublication),
    /** Newest first, each with the version whose rules it tested. */
    backtest_list: z.array(z.strictObject({ version: z.int(), backtest: zBacktestItem })),
    /** The author’s name as the catalogue would show it. */
    author: z.string(),
  }),
  refusals: ['NOT_FOUND'],
});

export const publicationCalls = { submittrick, withdrawtrick, trickpublications };
