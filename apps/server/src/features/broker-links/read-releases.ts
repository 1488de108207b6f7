import type { BrokerAccess, BrokerFailure, BrokerHolding, BrokerReply } from '@trickdesk/brokers';
import type { Database } from '@trickdesk/db';
import { DAY_MS } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import type { OrderAccess } from './order-access.ts';
import { type ReleaseReading, readReleases } from './release-rules.ts';
import * as store from './store.ts';

export interface ReleaseReaderParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly access: Pick<OrderAccess, 'accessOf'>;
  readonly environment: 'simulator' | 'live';
  readonly holdingsOf: (access: BrokerAccess) => Promise<BrokerReply<readonly BrokerHolding[]>>;
}

export type ReleaseAnswer = BrokerReply<ReleaseReading> | BrokerFailure;

/** What the shares of linked accounts still need at the depository. */
export interface ReleaseReader {
  /** As the broker says now. `session_expired` where nobody is signed in. */
  readonly now: (linkId: number) => Promise<ReleaseAnswer>;
  /** Of within the last half minute, for a board that is read often; `undefined` where the broker does not tell in time. */
  readonly lately: (linkId: number) => Promise<ReleaseReading | undefined>;
}

const FRESH_MS = 30_000;
/** A board does not wait longer for the broker than this. */
const PATIENCE_MS = 2_500;
const MOST_LINKS = 10_000;
/** What the broker said longer ago tells little: its owner may have given a standing authorisation since. */
const SAID_WITHIN_MS = 7 * DAY_MS;

export function createReleaseReader(parts: ReleaseReaderParts): ReleaseReader {
  const { database, clock, access, environment, holdingsOf } = parts;
  const kept = new Map<number, { readonly at: number; readonly answer: Promise<ReleaseAnswer> }>();

  const ask = async (linkId: number): Promise<ReleaseAnswer> => {
    const session = await access.accessOf(linkId);
    if (!session) return { kind: 'session_expired' };
    const reply = await holdingsOf(session);
    if (reply.kind !== 'ok') return reply;
    const since = new Date(clock.now() - SAID_WITHIN_MS);
    const brokerSaid = await store.lastUnreleasedRefusal(database.kysely, linkId, since);
    return { kind: 'ok', value: readReleases(reply.value, { isTold: environment === 'simulator', brokerSaid }) };
  };
  const now = (linkId: number): Promise<ReleaseAnswer> => {
    const answer = ask(linkId);
    if (kept.size >= MOST_LINKS) kept.clear();
    kept.set(linkId, { at: clock.now(), answer });
    return answer;
  };
  return {
    now,
    lately: async (linkId) => {
      const known = kept.get(linkId);
      const isFresh = known !== undefined && clock.now() - known.at < FRESH_MS;
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
      });
      // A board without this fact is still a board; whoever asks for the shares themselves is told of the trouble.
      const answer = (isFresh ? known.answer : now(linkId)).catch(() => undefined);
      const told = await Promise.race([answer, patience]);
      clearTimeout(timer);
      return told?.kind === 'ok' ? told.value : undefined;
    },
  };
}
