import { createSyntheticSource, type MarketSource, openReplaySource } from '@trickdesk/brokers/simulator';
import type { Settings } from './settings.ts';

/** The market that the settings ask for. */
export function openSource(settings: Settings): MarketSource {
  const options = {
    seed: settings.SIM_SEED,
    ...(settings.SIM_TICKS === undefined ? {} : { style: settings.SIM_TICKS }),
    ...(settings.SIM_START === undefined ? {} : { startAt: Date.parse(settings.SIM_START) }),
  };
  if (settings.SIM_SOURCE === 'synthetic') return createSyntheticSource(options);
  return openReplaySource({ ...options, path: settings.SIM_SOURCE });
}
