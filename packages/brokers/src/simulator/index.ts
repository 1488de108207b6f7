export { SIM_API_KEY, SIM_PIN, SIM_TOTP_SECRET } from './accounts.ts';
export { depthOf } from './market/depth.ts';
export type { MarketSource, SimInstrument, SourceSession, SourceTick } from './market/market-source.ts';
export { openReplaySource } from './market/replay.ts';
export { createSyntheticSource } from './market/synthetic.ts';
export { nextTokenExpiry } from './sessions.ts';
export { type Simulator, type SimulatorOptions, startSimulator } from './simulator.ts';
export { createMemoryStore, type SimulatorStore, type StoredClock, type StoredSession } from './store.ts';
