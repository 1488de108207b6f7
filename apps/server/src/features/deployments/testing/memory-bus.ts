import type { Bus, Subscriber } from '@trickdesk/db';

/** A bus within one process, so that a test decides what is heard, when, and by whom. */
export interface MemoryBus extends Bus {
  /** An ear of its own for one process: `mute` loses what is told meanwhile, and `gap` says that something was lost. */
  readonly ear: () => Ear;
}

export interface Ear {
  readonly bus: Bus;
  readonly mute: () => void;
  readonly unmute: () => void;
  readonly gap: () => void;
}

export function createMemoryBus(): MemoryBus {
  const listeners = new Set<(channel: string, message: string) => void>();
  const publish = (channel: string, message: string): void => {
    for (const listen of [...listeners]) listen(channel, message);
  };
  const createEar = (): Ear => {
    const subscribers = new Map<string, Set<Subscriber>>();
    let muted = false;
    listeners.add((channel, message) => {
      if (muted) return;
      for (const { onMessage } of subscribers.get(channel) ?? []) onMessage(message);
    });
    const bus: Bus = {
      publish,
      subscribe: async (channel, subscriber) => {
        const own = subscribers.get(channel) ?? new Set();
        subscribers.set(channel, own.add(subscriber));
        return {
          unsubscribe: async () => {
            own.delete(subscriber);
          },
        };
      },
      flush: async () => undefined,
      isConnected: () => !muted,
      droppedCount: () => 0,
      close: async () => subscribers.clear(),
    };
    return {
      bus,
      mute: () => {
        muted = true;
      },
      unmute: () => {
        muted = false;
      },
      gap: () => {
        for (const own of subscribers.values()) for (const { onGap } of own) onGap?.();
      },
    };
  };
  return { ...createEar().bus, ear: createEar };
}
