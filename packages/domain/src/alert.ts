/** What an alert is about; its number on the wire is its place in the list, counted from 1. */
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

export type AlertSeverity = 'info' | 'warning' | 'urgent';

/** How an alert reaches a person: in the product, by mail, or as a message of the browser. */
export const ALERT_CHANNELS = ['in_app', 'email', 'push'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** One cell of what a person has chosen; what they have not chosen stands as `isOnByDefault` says. */
export interface AlertChoice {
  readonly category: AlertCategory;
  readonly channel: AlertChannel;
  readonly isOn: boolean;
}

/** Money of one's own, and who can get at it: nobody can decide not to be told of that in the product. */
const ALWAYS_IN_APP: readonly AlertCategory[] = ['wallet', 'subscription', 'security'];

/** Whether a channel of a category stays on, whatever is chosen. */
export function isLockedOn(category: AlertCategory, channel: AlertChannel): boolean {
  return channel === 'in_app' && ALWAYS_IN_APP.includes(category);
}

/** Mails are for who asks for them. Pushes come only to browsers that were switched on, and then of everything. */
export function isOnByDefault(channel: AlertChannel): boolean {
  return channel !== 'email';
}

/** Whether a category is told through a channel. */
export function isChannelOn(choices: readonly AlertChoice[], category: AlertCategory, channel: AlertChannel): boolean {
  if (isLockedOn(category, channel)) return true;
  const chosen = choices.find((choice) => choice.category === category && choice.channel === channel);
  return chosen?.isOn ?? isOnByDefault(channel);
}

/** The channels of one alert. What is urgent is always shown in the product: it asks for an act. */
export function channelsOf(
  { category, severity }: { readonly category: AlertCategory; readonly severity: AlertSeverity },
  choices: readonly AlertChoice[],
): readonly AlertChannel[] {
  return ALERT_CHANNELS.filter(
    (channel) => (channel === 'in_app' && severity === 'urgent') || isChannelOn(choices, category, channel),
  );
}
