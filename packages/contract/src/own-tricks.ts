import { strategyDefinition } from '@trickdesk/engine/definition';
import { z } from 'zod';
import { call } from './call.ts';
import {
  pagingInput,
  pagingOutput,
  zFilledText,
  zId,
  zInterval,
  zKey,
  zMoment,
  zPaise,
  zPositivePaise,
  zText,
} from './fields.ts';
import { zContract } from './going-live.ts';

/** What a trick is judged with before anybody has said how much it is to trade with: one lakh. */
const USUAL_CAPITAL_PAISE = 1_00_000_00;

/** SHA-256 of the definition in its canonical form: the one that a back-test of it keeps. */
const zVersionHash = z.string().regex(/^[0-9a-f]{64}$/);

const zOwnItem = {
  TricksId: zId,
  name: z.string(),
  summary: z.string(),
  /** The newest one. */
  version: z.int(),
  /** When that was saved. */
  savedAt: zMoment,
  instruments: z.array(z.string()),
  interval: zInterval,
  product: z.enum(['INTRADAY', 'DELIVERY']),
  retired: z.boolean(),
  /** My-tricks made of it, whatever their state. */
  copies: z.int(),
  runningCopies: z.int(),
};

export const validatetrick = call('validatetrick', {
  summary:
    'Checks the rules of a trick and saves nothing. What is wrong is named by its place in the definition, in a condition by its place in the text, with what would be right there. What is right is answered in its canonical form, in words, and with what it may do at most.',
  input: z.strictObject({
    definition: z.record(z.string().max(60), z.unknown()),
    capitalPaise: zPositivePaise.default(USUAL_CAPITAL_PAISE),
  }),
  output: z.strictObject({
    valid: z.boolean(),
    errors: z.array(
      z.strictObject({
        /** Dotted, as `entry.long` or `instruments.0.symbol`; empty where it is the whole. */
        path: z.string(),
        message: z.string(),
        /** Where in the text of a condition or a price. */
        at: z.strictObject({ offset: z.int(), length: z.int() }).optional(),
      }),
    ),
    /** The rest is there where it is valid. */
    definition: strategyDefinition.optional(),
    versionHash: zVersionHash.optional(),
    /** The rules, a sentence each. */
    rules: z.array(z.string()).optional(),
    /** Bars that must have closed before its first decision. */
    warmupBars: z.int().optional(),
    contract: zContract.optional(),
  }),
});

export const savetrick = call('savetrick', {
  summary:
    'Saves a trick of your own: a new one, or with `TricksId` a new version of it. A version never changes afterwards, and what runs on an earlier one goes on with that. Rules that are those of the newest version make no new one.',
  input: z.strictObject({
    TricksId: zId.optional(),
    /** The version that was changed, with `TricksId`: where a newer one was saved since, nothing is. */
    version: zId.optional(),
    name: zFilledText(80),
    summary: zText(200).default(''),
    minCapitalPaise: zPositivePaise.default(USUAL_CAPITAL_PAISE),
    definition: strategyDefinition,
    /** What was changed, in one's own words. */
    note: zText(200).default(''),
    idempotencyKey: zKey,
  }),
  output: z.strictObject({
    TricksId: zId,
    version: z.int(),
    versionHash: zVersionHash,
    /** False where the rules were those of the newest version already. */
    madeVersion: z.boolean(),
  }),
  refusals: [
    'NOT_FOUND',
    'IDEMPOTENCY_KEY_REUSED',
    'OWN_TRICK_CHANGED',
    'OWN_TRICKS_FULL',
    'OWN_VERSIONS_FULL',
    'TRICK_TOO_COSTLY',
  ],
});

export const retiretrick = call('retiretrick', {
  summary:
    'Takes a trick of your own out of use, or back into it: nobody can copy or back-test a retired one. Copies that are there go on, and nothing that was recorded is lost.',
  input: z.strictObject({ TricksId: zId, retired: z.boolean().default(true) }),
  output: z.strictObject({ TricksId: zId, retired: z.boolean() }),
  refusals: ['NOT_FOUND'],
});

export const deletetrick = call('deletetrick', {
  summary:
    'Deletes a trick of your own with all its versions, for good. Only where nothing rests on it: no copy and no back-test. Else retire it.',
  input: z.strictObject({ TricksId: zId }),
  output: z.strictObject({ TricksId: zId }),
  refusals: ['NOT_FOUND', 'OWN_TRICK_IN_USE'],
});

export const owntricks = call('owntricks', {
  summary: 'The tricks that you have made, those saved last first, retired ones last.',
  input: z.strictObject({ ...pagingInput() }),
  output: z.strictObject({ trick_list: z.array(z.strictObject(zOwnItem)), ...pagingOutput }),
});

export const owntrick = call('owntrick', {
  summary: 'A trick of your own with the rules of one version, the newest where none is named, and all its versions.',
  input: z.strictObject({ TricksId: zId, version: zId.optional() }),
  output: z.strictObject({
    trick: z.strictObject({
      ...zOwnItem,
      minCapitalPaise: zPaise,
      /** Of the account; with one of either it cannot be deleted. */
      backtests: z.int(),
      shown: z.strictObject({ version: z.int(), versionHash: zVersionHash, definition: strategyDefinition }),
      versions: z.array(
        z.strictObject({ version: z.int(), at: zMoment, note: z.string(), copies: z.int(), backtests: z.int() }),
      ),
    }),
  }),
  refusals: ['NOT_FOUND'],
});

export const ownTrickCalls = { validatetrick, savetrick, retiretrick, deletetrick, owntricks, owntrick };
