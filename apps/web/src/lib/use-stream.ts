import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { onStreamEvent, type StreamState, streamState, watchSymbols } from './stream.ts';
import type { EventName, EventOf } from './stream-events.ts';

/** Hears one kind of event while the component is on screen. */
export function useStreamEvent<Name extends EventName>(name: Name, handler: (event: EventOf<Name>) => void): void {
  const latest = useEffectEvent(handler);
  useEffect(() => onStreamEvent(name, (event) => latest(event)), [name]);
}

/** Asks for quotes and bars of these symbols while the component is on screen. */
export function useWatchedSymbols(symbols: readonly string[]): void {
  const key = symbols.join(',');
  useEffect(() => (key === '' ? undefined : watchSymbols(key.split(','))), [key]);
}

export function useStreamState(): StreamState {
  return useSyncExternalStore(streamState.subscribe, streamState.read);
}
