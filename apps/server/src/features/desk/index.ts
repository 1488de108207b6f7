export { DESK_DEFAULTS, type DeskSettings } from './desk-settings.ts';
export type { Alarm } from './effects.ts';
export { createLiveDesks } from './live-desks.ts';
export type { DeskInstrument, EntryVeto } from './model.ts';
export type { DeskParts, EntryMemory, EntryRequest, HeldReading, MarketBounds, WeighedEntry } from './parts.ts';
export { slices } from './prices.ts';
export { bandReader } from './read-bands.ts';
