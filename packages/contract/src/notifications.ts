import { z } from 'zod';
import { call } from './call.ts';
import { pagingInput, pagingOutput, zFlag, zId, zMoment, zSort } from './fields.ts';

/** What an alert is about; its number is its place in the list, counted from 1. */
export const ALERT_CATEGORIES = [
  'trades',
  'tricks',
  'baskets',
  'wallet',
  'subscription',
  'team',
  'support',
  'security',
] as const;
export type AlertCategory = (typeof ALERT_CATEGORIES)[number];

/** Spelled as the specification spells it. */
const zCategoryId = z.int().min(1).max(ALERT_CATEGORIES.length);

export const zNotification = z.strictObject({
  notification_id: zId,
  notication_category_id: zCategoryId,
  title: z.string(),
  body: z.string(),
  /** A page of the product. */
  link: z.string().optional(),
  severity: z.enum(['info', 'warning', 'urgent']),
  /** Absent while it is unread. */
  readAt: zMoment.optional(),
  createdAt: zMoment,
});
export type NotificationRow = z.output<typeof zNotification>;

/** Unread alerts, in all and by category; a category without one is left out. */
export const zAlertCounts = z.strictObject({
  alertCount: z.int(),
  categories: z.array(z.strictObject({ notication_category_id: zCategoryId, alertCount: z.int() })),
});
export type AlertCounts = z.output<typeof zAlertCounts>;

const page = z.strictObject({ notification_list: z.array(zNotification), ...pagingOutput });

export const usernotificationcount = call('usernotificationcount', {
  summary: 'How many alerts are unread, in all and of each category.',
  input: z.strictObject({}),
  output: zAlertCounts,
});

export const usernotificationlist = call('usernotificationlist', {
  summary: 'Alerts of one category or of all, newest first; unread ones (1) or read ones (0) where that is asked.',
  input: z.strictObject({
    ...pagingInput(12),
    notication_category_id: zCategoryId.optional(),
    unread: zFlag.optional(),
    sort: zSort('time').default('-time'),
  }),
  output: page,
});

export const usernotificationread = call('usernotificationread', {
  summary: 'Marks an alert as read and answers the first page of its category. An alert that is read stays so.',
  input: z.strictObject({ notification_id: zId }),
  output: page,
  refusals: ['NOT_FOUND'],
});

export const usernotificationreadall = call('usernotificationreadall', {
  summary: 'Marks every alert of one category, or of all, as read and answers what is unread then.',
  input: z.strictObject({ notication_category_id: zCategoryId.optional() }),
  output: zAlertCounts,
});

export const notificationCalls = {
  usernotificationcount,
  usernotificationlist,
  usernotificationread,
  usernotificationreadall,
};
