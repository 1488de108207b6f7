import { formatPaise } from '@trickdesk/domain';
import { signatureOf } from '../signature.ts';
import type { SandboxOrder, SandboxPayment } from './books.ts';
import { SANDBOX_KEYS } from './keys.ts';

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

const STYLES = `
:root { color-scheme: light dark; --page: #f3f1ec; --surface: #fff; --text: #1c1a17; --quiet: #5b564d; --line: #ddd8cd;
  --accent: #7a4a00; --on-accent: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --page: #15130f; --surface: #1e1b16; --text: #f1ece2; --quiet: #b9b1a2; --line: #37322a; --accent: #f0b45a;
    --on-accent: #15130f; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 40px 16px; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-inline-size: 28rem; margin: 0 auto; padding: 24px; background: var(--surface); border: 1px solid var(--line);
  border-radius: 10px; }
h1 { margin: 0 0 4px; font-size: 18px; }
p { margin: 0 0 12px; }
.badge { display: inline-block; margin-block-end: 16px; padding: 2px 10px; border: 1px solid var(--line);
  border-radius: 999px; color: var(--quiet); font-size: 13px; }
.amount { margin: 12px 0 20px; font-size: 28px; font-weight: 650; font-variant-numeric: tabular-nums; }
form { margin: 0 0 8px; }
button { inline-size: 100%; min-block-size: 44px; padding: 0 18px; border: 1px solid var(--accent); border-radius: 8px;
  background: var(--surface); color: var(--accent); font: inherit; font-weight: 600; cursor: pointer; }
button.first { background: var(--accent); color: var(--on-accent); }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${title}</title><style>${STYLES}</style></head>
<body><main><span class="badge">Sandbox · no money moves</span>${body}</main></body></html>`;
}

const button = (words: string, isFirst = false): string =>
  `<button${isFirst ? ' class="first"' : ''}>${escaped(words)}</button>`;

/** Where somebody chooses what becomes of a payment. */
export function payPage({ id, amount, checkout }: SandboxOrder): string {
  const choice = (name: string, words: string, isFirst = false): string =>
    `<form method="post" action="/pay/${id}/${name}">${button(words, isFirst)}</form>`;
  return page(
    'Pay (sandbox)',
    `<h1>Pay Trickdesk</h1><p>${escaped(checkout?.description ?? '')}</p><p class="amount">${formatPaise(BigInt(amount))}</p>
${choice('succeed', 'Succeed', true)}${choice('fail', 'Fail')}${choice('pend', 'Leave pending')}
<p>This page stands in for a payment gateway. Choose what becomes of the payment.</p>`,
  );
}

/** What became of it, and the way back, signed as the gateway does. */
export function endPage(order: SandboxOrder, payment: SandboxPayment): string {
  const words = {
    captured: 'Paid',
    refunded: 'Paid',
    failed: 'The payment failed',
    authorized: 'The payment is pending',
  }[payment.status];
  const fields: Readonly<Record<string, string>> =
    payment.status === 'captured'
      ? {
          razorpay_payment_id: payment.id,
          razorpay_order_id: order.id,
          razorpay_signature: signatureOf(`${order.id}|${payment.id}`, SANDBOX_KEYS.keySecret),
        }
      : { razorpay_order_id: order.id };
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  );
  const again =
    payment.status === 'failed' ? `<form method="get" action="/pay/${order.id}">${button('Try again')}</form>` : '';
  return page(
    `${words} (sandbox)`,
    `<h1>${words}</h1><p class="amount">${formatPaise(BigInt(order.amount))}</p>
<form method="post" action="${escaped(order.checkout?.callbackUrl ?? '/')}">${inputs.join('')}${button('Back to Trickdesk', true)}</form>${again}`,
  );
}
