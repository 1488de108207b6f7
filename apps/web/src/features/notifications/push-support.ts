import type { BrowserState } from './use-this-browser.ts';

interface Browser {
  readonly navigator: { readonly serviceWorker?: Pick<ServiceWorkerContainer, 'getRegistration'> };
  readonly Notification?: { readonly permission: NotificationPermission };
  readonly PushManager?: unknown;
}

/** Whether a browser can be told at all, and where it cannot, what would have to change. */
export async function supportOf({ navigator, Notification, PushManager }: Browser): Promise<BrowserState> {
  if (!navigator.serviceWorker || !Notification || !PushManager) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  // Its worker shows the messages; where it could not be registered nobody would.
  return (await navigator.serviceWorker.getRegistration()) ? 'ready' : 'noWorker';
}

/** The server's key as browsers want it. @param text base 64 for URLs */
export function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** What the server needs of a subscription. @throws Error where the browser gives no keys */
export function keysOf(subscription: Pick<PushSubscription, 'toJSON'>) {
  const { endpoint, keys } = subscription.toJSON();
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']];
  if (!endpoint || !p256dh || !auth) throw new Error('the browser gave no keys');
  return { endpoint, p256dh, auth };
}
