import { ALERT_CATEGORIES, ALERT_CHANNELS, type AlertCategory, type AlertChannel, LANGUAGES } from '@trickdesk/domain';
import { z } from 'zod';
import { call } from './call.ts';
import { pagingInput, pagingOutput, zFlag, zId, zMoment, zSort } from './fields.ts';

export { ALERT_CATEGORIES, ALERT_CHANNELS, type AlertCategory, type AlertChannel };

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

const zChoice = {
  notication_category_id: zCategoryId,
  channel: z.enum(ALERT_CHANNELS),
  isOn: z.boolean(),
};

/** As browsers give them, with room for what they may give one day. */
const zEndpoint = z.url('Send the address of a subscription.').max(1_000);
const zKeyText = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, 'Send the keys in base 64 for URLs.');

const zPushState = z.strictObject({
  /** Browsers of this account that are told. */
  deviceCount: z.int(),
  /** Whether the browser that asks, which names its endpoint, is one of them. */
  isThisDevice: z.boolean(),
});

export const notificationpreferences = call('notificationpreferences', {
  summary:
    'Which categories of alerts come through which channel, and in which language. With `changes` these are kept first, as `language` is; a cell that is locked stays on.',
  input: z.strictObject({
    changes: z
      .array(z.strictObject(zChoice))
      .max(ALERT_CATEGORIES.length * ALERT_CHANNELS.length)
      .default([]),
    /** Of mails and of messages of browsers. */
    language: z.enum(LANGUAGES).optional(),
    /** Of the browser that asks, where it has a subscription. */
    endpoint: zEndpoint.optional(),
  }),
  output: z.strictObject({
    preference_list: z.array(
      z.strictObject({
        ...zChoice,
        /** It cannot be switched off. */
        isLocked: z.boolean(),
      }),
    ),
    /** Of mails and messages; English until somebody chooses. */
    language: z.enum(LANGUAGES),
    /** Where mails go. */
    email: z.string(),
    /** False where no mail server is set: mails stay on the server's own machine. */
    doMailsLeave: z.boolean(),
    push: zPushState.extend({
      /** What a browser needs to subscribe. */
      publicKey: z.string(),
    }),
  }),
});
export type NotificationPreferences = z.output<typeof notificationpreferences.output>;

export const subscribewebpush = call('subscribewebpush', {
  summary:
    'Tells this browser of alerts while no page is open in it, until it is switched off or signed out. Of a browser that another account had switched on, this account takes over.',
  input: z.strictObject({ endpoint: zEndpoint, p256dh: zKeyText(100), auth: zKeyText(40) }),
  output: zPushState,
  refusals: ['INVALID_INPUT'],
});

export const unsubscribewebpush = call('unsubscribewebpush', {
  summary: 'This browser is told no more. It answers alike where it was not told before.',
  input: z.strictObject({ endpoint: zEndpoint }),
  output: zPushState,
});

export const notificationCalls = {
  usernotificationcount,
  usernotificationlist,
  usernotificationread,
  usernotificationreadall,
  notificationpreferences,
  subscribewebpush,
  unsubscribewebpush,
};
