/**
 * The questionnaire of ROBO Pro. It asks what SEBI's regulation 16 of investment advisers names: age, aims and horizon,
 * income, what is owned and owed, and the appetite for risk; one thing at a time, without leading to an answer.
 */

/** Raised with each change of questions, points or ceilings: answers of another version are asked for anew. */
export const ROBO_SCORING_VERSION = 1;

/** From “nothing of it should be invested now” to the boldest. */
export const ROBO_LEVELS = [0, 1, 2, 3, 4, 5] as const;
export type RoboLevel = (typeof ROBO_LEVELS)[number];

export interface RoboOption {
  readonly id: string;
  readonly text: string;
  /** The highest level that this answer leaves, whatever the others say, and why. */
  readonly ceiling?: { readonly level: RoboLevel; readonly reason: string };
}

export interface RoboQuestion {
  readonly id: string;
  readonly text: string;
  /** Whether it tells what somebody can bear, or what they want to. */
  readonly measures: 'capacity' | 'willingness';
  /** From the answer that leaves the least room for risk to the one that leaves the most; a place is a point. */
  readonly options: readonly RoboOption[];
}

export const ROBO_QUESTIONS: readonly RoboQuestion[] = [
  {
    id: 'age',
    text: 'How old are you?',
    measures: 'capacity',
    options: [
      { id: 'over_60', text: 'Over 60' },
      { id: '46_60', text: '46 to 60' },
      { id: '31_45', text: '31 to 45' },
      { id: 'up_to_30', text: '30 or younger' },
    ],
  },
  {
    id: 'horizon',
    text: 'When will you need this money?',
    measures: 'capacity',
    options: [
      {
        id: 'under_1',
        text: 'Within a year',
        ceiling: {
          level: 0,
          reason: 'You need this money within a year. Shares can take longer than that to recover.',
        },
      },
      {
        id: '1_3',
        text: 'In 1 to 3 years',
        ceiling: { level: 2, reason: 'You need this money within three years, so most of it should not swing.' },
      },
      {
        id: '3_5',
        text: 'In 3 to 5 years',
        ceiling: {
          level: 3,
          reason: 'You need this money within five years: long enough for some shares, not for all of it.',
        },
      },
      {
        id: '5_10',
        text: 'In 5 to 10 years',
        ceiling: { level: 4, reason: 'You need this money within ten years, so the boldest mix is left out.' },
      },
      { id: 'over_10', text: 'In more than 10 years' },
    ],
  },
  {
    id: 'income',
    text: 'How sure is your income over the next three years?',
    measures: 'capacity',
    options: [
      { id: 'none', text: 'I have none, or may lose it' },
      { id: 'varies', text: 'It varies a lot' },
      { id: 'mostly', text: 'Mostly sure' },
      { id: 'sure', text: 'Very sure' },
    ],
  },
  {
    id: 'left_over',
    text: 'How much of your income is left over after all spending?',
    measures: 'capacity',
    options: [
      { id: 'none', text: 'Nothing' },
      { id: 'under_10', text: 'Less than a tenth' },
      { id: '10_25', text: 'A tenth to a quarter' },
      { id: 'over_25', text: 'More than a quarter' },
    ],
  },
  {
    id: 'emergency',
    text: 'For how long could you pay for everything without income, from money that you can use at once?',
    measures: 'capacity',
    options: [
      {
        id: 'under_1',
        text: 'Less than a month',
        ceiling: {
          level: 0,
          reason: 'You have less than a month of emergency money. Save that first, where it cannot fall.',
        },
      },
      {
        id: '1_3',
        text: '1 to 3 months',
        ceiling: {
          level: 2,
          reason: 'Your emergency money lasts for less than three months, so you may have to sell at a bad time.',
        },
      },
      {
        id: '3_6',
        text: '3 to 6 months',
        ceiling: {
          level: 4,
          reason: 'Your emergency money lasts for less than six months, so the boldest mix is left out.',
        },
      },
      { id: 'over_6', text: 'More than 6 months' },
    ],
  },
  {
    id: 'loans',
    text: 'How much of your income goes into paying back loans?',
    measures: 'capacity',
    options: [
      {
        id: 'over_50',
        text: 'More than half',
        ceiling: {
          level: 1,
          reason: 'More than half of your income goes into loans. Paying them back is sure; shares are not.',
        },
      },
      {
        id: '30_50',
        text: 'A third to a half',
        ceiling: {
          level: 3,
          reason: 'A third or more of your income goes into loans, which have to be paid in bad years, too.',
        },
      },
      { id: 'under_30', text: 'Less than a third' },
      { id: 'none', text: 'Nothing' },
    ],
  },
  {
    id: 'share',
    text: 'How large a part of all your savings is this money?',
    measures: 'capacity',
    options: [
      { id: 'over_75', text: 'More than three quarters' },
      { id: '50_75', text: 'Half to three quarters' },
      { id: '25_50', text: 'A quarter to a half' },
      { id: 'under_25', text: 'Less than a quarter' },
    ],
  },
  {
    id: 'aim',
    text: 'What should this money do first of all?',
    measures: 'willingness',
    options: [
      { id: 'keep', text: 'Keep its value' },
      { id: 'beat_prices', text: 'Grow a little faster than prices' },
      { id: 'grow', text: 'Grow well over the years' },
      { id: 'grow_most', text: 'Grow as much as possible' },
    ],
  },
  {
    id: 'experience',
    text: 'What have you invested in before?',
    measures: 'willingness',
    options: [
      { id: 'none', text: 'Nothing, or deposits alone' },
      { id: 'funds', text: 'Funds' },
      { id: 'shares', text: 'Shares, for less than three years' },
      { id: 'long_shares', text: 'Shares, for three years or longer' },
    ],
  },
  {
    id: 'fall',
    text: 'Your money falls by a fifth within a month. What do you do?',
    measures: 'willingness',
    options: [
      { id: 'sell_all', text: 'Sell everything' },
      { id: 'sell_some', text: 'Sell a part' },
      { id: 'wait', text: 'Wait' },
      { id: 'buy_more', text: 'Buy more' },
    ],
  },
  {
    id: 'loss',
    text: 'What is the largest loss within a year that you could live with?',
    measures: 'willingness',
    options: [
      { id: 'none', text: 'No loss at all' },
      { id: 'up_to_10', text: 'Up to a tenth' },
      { id: 'up_to_25', text: 'Up to a quarter' },
      { id: 'over_25', text: 'More than a quarter' },
    ],
  },
];
