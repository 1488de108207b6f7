import { createSyntheticSource, type MarketSource } from '@trickdesk/brokers/simulator';
import type { Settings } from './settings.ts';

/** The market that the settings ask for. */
export function openSource(settings: Settings): MarketSource {
  return createSyntheticSource({
    seed: settings.SIM_SEED,
    style: settings.SIM_TICKS,
    ...(settings.SIM_START === undefined ? {} : { startAt: Date.parse(settings.SIM_START) }),
  });
}
