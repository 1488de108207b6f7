import type { IndiaDate } from '@trickdesk/domain';
import type { OpenCommand } from './store.ts';

/** What an owner asks of a run, as the run takes it. */
export type RunCommand =
  /** No new entries, and those that wait are withdrawn; exits go on, and it is stopped once it is flat. */
  | { readonly verb: 'stop_entries' }
  /** No new entries, but those that wait may still be filled; exits go on, and it is stopped once it is flat. */
  | { readonly verb: 'stop_after_exit' }
  /** Entries are withdrawn and everything is sold. */
  | { readonly verb: 'sell' }
  /** Entries are withdrawn, and positions leave the run without being sold. Live only. */
  | { readonly verb: 'detach' }
  | { readonly verb: 'set_levels'; readonly body: LevelsBody }
  | { readonly verb: 'enable_base'; readonly body: BaseBody };

/** Moves the levels of an open position of a base; what is absent stays. Whole paise. */
export interface LevelsBody {
  readonly base: number;
  /** The intent that opened the position which is meant: another may be open by the time. The release before says none. */
  readonly entry?: number;
  readonly stopPaise?: number;
  readonly targetPaise?: number;
  /** Whether the stop follows the price, where the rules of the strategy let it. */
  readonly trailing?: boolean;
  /** The day whose units the prices are in: an ex-date may lie between. The release before says none. */
  readonly unitsOf?: IndiaDate;
}

/** Whether a base may be entered. */
export interface BaseBody {
  readonly base: number;
  readonly enabled: boolean;
}

/** @throws Error when what was stored with the command does not belong to its verb */
export function readCommand({ verb, body }: Pick<OpenCommand, 'verb' | 'body'>): RunCommand {
  switch (verb) {
    case 'stop_entries':
    case 'stop_after_exit':
    case 'sell':
    case 'detach':
      return { verb };
    case 'set_levels':
      return { verb, body: readLevels(body) };
    case 'enable_base':
      return { verb, body: { base: wholeOf(body, 'base'), enabled: fieldOf(body, 'enabled') === true } };
  }
}

function readLevels(body: unknown): LevelsBody {
  const has = (name: string): boolean => fieldOf(body, name) !== undefined;
  return {
    base: wholeOf(body, 'base'),
    ...(has('entry') ? { entry: wholeOf(body, 'entry') } : {}),
    ...(has('stopPaise') ? { stopPaise: wholeOf(body, 'stopPaise') } : {}),
    ...(has('trailing') ? { trailing: fieldOf(body, 'trailing') === true } : {}),
    ...(has('targetPaise') ? { targetPaise: wholeOf(body, 'targetPaise') } : {}),
    ...(has('unitsOf') ? { unitsOf: String(fieldOf(body, 'unitsOf')) } : {}),
  };
}

function fieldOf(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null) return undefined;
  return Object.entries(body).find(([key]) => key === name)?.[1];
}

function wholeOf(body: unknown, name: string): number {
  const value = fieldOf(body, name);
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Error(`a command without ${name}`);
  return value;
}
