import { createHash } from 'node:crypto';
import type { NotificationPreferences } from '@trickdesk/contract';
import type { Database, Queryable, Tx } from '@trickdesk/db';
import { isLockedOn, LANGUAGES, type Language } from '@trickdesk/domain';
import type { PushSubscriptionKeys } from '@trickdesk/providers/push';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { recordActivity } from '../activity/index.ts';
import { addresseeOf, type ChoiceRow, keepChoices, keepLanguage, readChoices } from './choice-store.ts';
import { deleteSubscription, dropOldest, keepSubscription, liveSubscriptions } from './push-store.ts';
import { categoryOfNumber, choicesFromRows, preferencesToWire } from './wire.ts';

export interface PreferencesFacts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly doMailsLeave: boolean;
  /** What browsers need to subscribe. */
  readonly pushKey: () => Promise<string>;
  /** Whether an endpoint is one of a maker of browsers. */
  readonly isEndpoint: (endpoint: string) => boolean;
  readonly areKeys: (keys: { readonly p256dh: string; readonly auth: string }) => boolean;
}

type Who = Pick<Caller, 'accountId' | 'sessionId' | 'origin'>;
type PushState = Omit<NotificationPreferences['push'], 'publicKey'>;

export type PreferencesService = ReturnType<typeof createPreferencesService>;

interface ToSave {
  readonly changes: readonly ChoiceRow[];
  readonly language?: Language | undefined;
  readonly endpoint?: string | undefined;
}

const LANGUAGE_CHOSEN: Readonly<Record<Language, string>> = {
  en: 'Chose English for mails and messages.',
  hi: 'Chose Hindi for mails and messages.',
};

/** Browsers of one account; the one that was switched on longest ago makes room. */
const MOST_BROWSERS = 10;

/** Which alerts come through which channel, and which browsers are told. */
export function createPreferencesService(facts: PreferencesFacts) {
  const { database, clock } = facts;

  async function read(accountId: number, endpoint: string | undefined): Promise<NotificationPreferences> {
    const { kysely } = database;
    const choices = choicesFromRows(await readChoices(kysely, accountId));
    const addressee = await addresseeOf(kysely, accountId);
    return {
      preference_list: preferencesToWire(choices),
      email: addressee?.email ?? '',
      language: addressee?.language ?? LANGUAGES[0],
      doMailsLeave: facts.doMailsLeave,
      push: { ...(await pushStateOf(kysely, accountId, endpoint)), publicKey: await facts.pushKey() },
    };
  }

  return {
    read,

    /** @throws Refusal `INVALID_INPUT` for a cell that stays on; then nothing is changed */
    save: async (who: Who, { changes, language, endpoint }: ToSave) => {
      refuseLocked(changes);
      const at = new Date(clock.now());
      await database.transaction(async (tx) => {
        const changed = await keepChoices(tx, { accountId: who.accountId, choices: lastOfEach(changes), at });
        if (changed.length > 0)
          await log(tx, who, { sentence: 'Changed how alerts are told.', at, facts: { changed } });
        if (language !== undefined && (await keepLanguage(tx, who.accountId, language)))
          await log(tx, who, { sentence: LANGUAGE_CHOSEN[language], at });
      });
      return read(who.accountId, endpoint);
    },

    /** @throws Refusal `INVALID_INPUT` for an address of nobody who makes browsers, and for keys that are none */
    subscribe: async (who: Who, keys: PushSubscriptionKeys): Promise<PushState> => {
      refuseStrange(facts, keys);
      const at = new Date(clock.now());
      const id = facts.ids.uuid();
      const kept = {
        ...{ id, at, accountId: who.accountId, familyId: who.sessionId, device: who.origin.device },
        endpointHash: hashOf(keys.endpoint),
        sealed: facts.secrets.seal(JSON.stringify(keys), placeOfSubscription(id)),
      };
      return database.transaction(async (tx) => {
        await keepSubscription(tx, kept);
        await dropOldest(tx, who.accountId, MOST_BROWSERS);
        await log(tx, who, { sentence: 'Switched messages of this browser on.', at });
        return pushStateOf(tx, who.accountId, keys.endpoint);
      });
    },

    unsubscribe: (who: Who, endpoint: string): Promise<PushState> =>
      database.transaction(async (tx) => {
        const was = await deleteSubscription(tx, who.accountId, hashOf(endpoint));
        const at = new Date(clock.now());
        if (was) await log(tx, who, { sentence: 'Switched messages of a browser off.', at });
        return pushStateOf(tx, who.accountId, endpoint);
      }),
  };
}

/** What a subscription is sealed to. */
export const placeOfSubscription = (id: string): string => `push_subscription:${id}`;

const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest();

async function pushStateOf(db: Queryable, accountId: number, endpoint: string | undefined): Promise<PushState> {
  const live = await liveSubscriptions(db, accountId);
  const asking = endpoint === undefined ? undefined : hashOf(endpoint);
  return {
    deviceCount: live.length,
    isThisDevice: asking !== undefined && live.some((one) => one.endpoint_hash.equals(asking)),
  };
}

function log(
  tx: Tx,
  { accountId, origin }: Who,
  deed: { readonly sentence: string; readonly at: Date; readonly facts?: object },
): Promise<void> {
  return recordActivity(tx, { accountId, kind: 'settings', origin, ...deed });
}

function refuseLocked(changes: readonly ChoiceRow[]): void {
  const errors = changes.flatMap(({ category, channel, is_on }, i) =>
    is_on || !isLockedOn(categoryOfNumber(category), channel)
      ? []
      : [{ path: `changes.${i}`, message: 'Alerts about your money and your account are always shown in Trickdesk.' }],
  );
  if (errors.length > 0) throw new Refusal('INVALID_INPUT', { errors });
}

function refuseStrange({ isEndpoint, areKeys }: PreferencesFacts, keys: PushSubscriptionKeys): void {
  const errors = [
    ...(isEndpoint(keys.endpoint)
      ? []
      : [
          { path: 'endpoint', message: 'Trickdesk does not know this browser’s message service. Use another browser.' },
        ]),
    ...(areKeys(keys)
      ? []
      : [{ path: 'p256dh', message: 'These are no keys of a browser. Switch messages on again.' }]),
  ];
  if (errors.length > 0) throw new Refusal('INVALID_INPUT', { errors });
}

/** A cell that is named twice is as it was named last. */
function lastOfEach(changes: readonly ChoiceRow[]): ChoiceRow[] {
  return [...new Map(changes.map((change) => [`${change.category} ${change.channel}`, change])).values()];
}
