import type { Bus } from '@trickdesk/db';
import {
  areKeysOfBrowser,
  createVapid,
  createWebPush,
  drawVapidKey,
  isPushEndpoint,
  type Vapid,
} from '@trickdesk/providers/push';
import {
  createPreferencesService,
  deliverAlerts,
  deliverPushes,
  type PreferencesService,
} from '../features/notifications/index.ts';
import { openSealedKey } from '../platform/sealed-key.ts';
import type { Settings } from '../platform/settings.ts';
import { type BrokerFoundation, openSecrets } from './broker-access.ts';
import type { Foundation } from './foundation.ts';
import { outboxOf } from './mail.ts';
import { type Repetition, repeat } from './repeat.ts';

/** How long a new alert waits at most. */
const DELIVER_EVERY_MS = 500;
/** How long a push waits at most before it is tried. */
const PUSH_EVERY_MS = 1_000;

/** Which alerts come through which channel, and the browsers that are told. */
export function openPreferences(foundation: BrokerFoundation): PreferencesService {
  let vapid: Promise<Vapid> | undefined;
  const pushKey = async (): Promise<string> => {
    vapid ??= openVapid(foundation).catch((error: unknown) => {
      // Asked for anew by the next one.
      vapid = undefined;
      throw error;
    });
    return (await vapid).publicKey;
  };
  return createPreferencesService({
    ...foundation,
    doMailsLeave: foundation.settings.mail.smtpUrl !== undefined,
    pushKey,
    isEndpoint: isPushEndpoint,
    areKeys: areKeysOfBrowser,
  });
}

/** Tells accounts of new alerts, in the product at once and elsewhere as they have chosen. */
export async function repeatAlerts(foundation: Foundation, bus: Bus): Promise<Repetition> {
  const { settings, clock, log } = foundation;
  const secrets = openSecrets(foundation);
  const telling = { ...foundation, bus, outbox: outboxOf({ settings, secrets, log }), publicUrl: settings.publicUrl };
  const { tellerOf } = telling.outbox;
  const webPush = createWebPush({ vapid: await openVapid({ ...foundation, secrets }), now: clock.now });
  const delivering = repeat(
    DELIVER_EVERY_MS,
    async () => void (await deliverAlerts(telling)),
    (error) => log.error({ error }, 'alerts could not be looked for'),
  );
  const pushing = repeat(
    PUSH_EVERY_MS,
    async () => void (await deliverPushes({ ...foundation, secrets, webPush, tellerOf })),
    (error) => log.error({ error }, 'pushes could not be looked for'),
  );
  return { stop: async () => void (await Promise.all([delivering.stop(), pushing.stop()])) };
}

/** The key that says to the makers of browsers that it is us: drawn once, since subscriptions are bound to it. */
async function openVapid(parts: Pick<BrokerFoundation, 'database' | 'secrets' | 'settings'>): Promise<Vapid> {
  const privateKey = await openSealedKey({ ...parts, purpose: 'web-push' }, () => drawVapidKey().privateKey);
  return createVapid({ privateKey }, contactOf(parts.settings));
}

/** Whom a service writes to about what we send: the product's own address, or that of its mails. */
function contactOf({ publicUrl, mail }: Settings): string {
  if (publicUrl.startsWith('https:')) return publicUrl;
  return `mailto:${/<([^>]+)>/.exec(mail.from)?.[1] ?? mail.from}`;
}
