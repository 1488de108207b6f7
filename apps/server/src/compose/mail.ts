import { serveOutboxPage } from '../http/outbox-page.ts';
import type { ServerParts } from '../http/server.ts';
import { deliverMails, type MailOutbox, readLocalOutbox } from '../platform/mail/index.ts';
import { isLoopbackHost, type Settings } from '../platform/settings.ts';
import { openTellers } from '../platform/tellers.ts';
import { type BrokerFoundation, openSecrets } from './broker-access.ts';
import type { Foundation } from './foundation.ts';
import { type Repetition, repeat } from './repeat.ts';

/** How long a mail waits at most before it is tried. */
const DELIVER_EVERY_MS = 2_000;

export function outboxOf({
  settings,
  secrets,
  log,
}: Pick<BrokerFoundation, 'settings' | 'secrets' | 'log'>): MailOutbox {
  return { secrets, isLocal: settings.mail.smtpUrl === undefined, tellerOf: openTellers(settings.webDir, log) };
}

/**
 * Whoever reads the local outbox can open any account: it is shown where the demo's passwords are known anyway, nobody
 * else reaches the port, and no mail leaves.
 */
export function showsOutbox({ demo, host, mail }: Settings): boolean {
  return demo && isLoopbackHost(host) && mail.smtpUrl === undefined;
}

export function outboxRoutes({ settings, database, secrets }: BrokerFoundation): NonNullable<ServerParts['routes']> {
  if (!showsOutbox(settings)) return [];
  return [serveOutboxPage(() => readLocalOutbox(database, secrets))];
}

/** Sends what waits, where there is a server for mail. */
export async function repeatMail(foundation: Foundation): Promise<Repetition> {
  const { settings, log } = foundation;
  const { smtpUrl, from } = settings.mail;
  if (smtpUrl === undefined) return { stop: async () => undefined };
  // Loaded where it is needed alone.
  const { createSmtp } = await import('../platform/mail/smtp.ts');
  const transport = createSmtp(smtpUrl, from);
  const parts = { ...foundation, secrets: openSecrets(foundation), transport };
  const sending = repeat(
    DELIVER_EVERY_MS,
    async () => void (await deliverMails(parts)),
    (error) => log.error({ error }, 'mails could not be looked for'),
  );
  return {
    stop: async () => {
      await sending.stop();
      transport.close();
    },
  };
}
