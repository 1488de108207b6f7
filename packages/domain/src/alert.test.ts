import { describe, expect, test } from 'vitest';
import { ALERT_CATEGORIES, ALERT_CHANNELS, type AlertChoice, channelsOf, isChannelOn } from './alert.ts';

const OFF: readonly AlertChoice[] = ALERT_CATEGORIES.flatMap((category) =>
  ALERT_CHANNELS.map((channel) => ({ category, channel, isOn: false })),
);

describe('which channels an alert takes', () => {
  test('without a choice: the product and browsers that are switched on; no mail', () => {
    for (const category of ALERT_CATEGORIES) {
      expect(channelsOf({ category, severity: 'info' }, [])).toEqual(['in_app', 'push']);
    }
  });

  test('with everything switched off, money and security are told in the product all the same', () => {
    const told = ALERT_CATEGORIES.filter((category) => channelsOf({ category, severity: 'warning' }, OFF).length > 0);
    expect(told).toEqual(['wallet', 'subscription', 'security']);
    for (const category of told) expect(channelsOf({ category, severity: 'info' }, OFF)).toEqual(['in_app']);
  });

  test('what is urgent is shown in the product, whatever is chosen, and sent nowhere else', () => {
    for (const category of ALERT_CATEGORIES) {
      expect(channelsOf({ category, severity: 'urgent' }, OFF)).toEqual(['in_app']);
    }
  });

  test('a choice holds for its category and channel alone', () => {
    const choices: readonly AlertChoice[] = [
      { category: 'trades', channel: 'in_app', isOn: false },
      { category: 'trades', channel: 'email', isOn: true },
    ];
    expect(channelsOf({ category: 'trades', severity: 'info' }, choices)).toEqual(['email', 'push']);
    expect(isChannelOn(choices, 'tricks', 'in_app')).toBe(true);
    expect(isChannelOn(choices, 'tricks', 'email')).toBe(false);
  });
});
