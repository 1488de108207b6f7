import { createTransport } from 'nodemailer';
import type { MailTransport } from './deliver.ts';

const TIMEOUT_MS = 20_000;

/** A mail server. @param url `smtp:` or `smtps:`, with name and password where it asks for them */
export function createSmtp(url: string, from: string): MailTransport {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const server = createTransport({ url, ...timeouts });
  return {
    send: async ({ messageId, to, subject, text }) => {
      await server.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        messageId,
        // Nobody writes back to it, and no holiday answers are wanted.
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => server.close(),
  };
}
