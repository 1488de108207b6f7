import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { pagePolicy } from './security-headers.ts';

/** HTML that is safe to send as it is. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What a template may hold: texts are escaped, pages in pages are not. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  const written = values.map((value) => {
    if (value instanceof Html) return value.text;
    return Array.isArray(value) ? value.map(({ text }) => text).join('') : escaped(String(value));
  });
  return new Html(strings.map((part, i) => part + (written[i] ?? '')).join(''));
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}

const STYLES = `
:root { color-scheme: light dark; --page: #f6f7f9; --surface: #fff; --text: #121821; --quiet: #4a5665; --line: #e3e7ec;
  --accent: #1f5fd0; --on-accent: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0e1116; --surface: #151a21; --text: #e8edf3; --quiet: #a9b4c0; --line: #262e38; --accent: #7fb0ff;
    --on-accent: #0e1116; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 40px 16px; background: var(--page); color: var(--text);
  font: 15px/1.5 Inter, system-ui, sans-serif; }
main { max-inline-size: 34rem; margin: 0 auto; padding: 24px; background: var(--surface); border: 1px solid var(--line);
  border-radius: 10px; }
h1 { margin: 0 0 12px; font-size: 20px; line-height: 1.3; }
p { margin: 0 0 12px; }
.badge { display: inline-block; margin-block-end: 16px; padding: 2px 10px; border: 1px solid var(--line);
  border-radius: 999px; color: var(--quiet); font-size: 13px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 16px; margin: 0 0 20px; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
form { display: inline-block; margin-inline-end: 8px; }
button { min-block-size: 40px; padding: 0 18px; border: 1px solid var(--accent); border-radius: 8px; background: var(--surface);
  color: var(--accent); font: inherit; font-weight: 600; cursor: pointer; }
button.first { background: var(--accent); color: var(--on-accent); }
button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); overflow-wrap: anywhere; }
article { margin-block-start: 20px; padding-block-start: 16px; border-block-start: 1px solid var(--line); }
h2 { margin: 0 0 8px; font-size: 16px; }
pre { margin: 0; font: inherit; white-space: pre-wrap; }
`;

/**
 * Answers with a page that stands by itself, without a script: what does not belong to the app.
 *
 * @param formsTo another site that a form of the page may be sent to
 */
export function sendPlainPage(
  reply: FastifyReply,
  { title, body, formsTo }: { readonly title: string; readonly body: Html; readonly formsTo?: string },
) {
  const nonce = randomBytes(16).toString('base64');
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg">
<title>${title}</title>
<style nonce="${nonce}">${new Html(STYLES)}</style>
</head>
<body><main>${body}</main></body>
</html>
`;
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy(nonce, formsTo))
    .send(page.text);
}
