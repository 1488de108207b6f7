import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../../lib/call-failure.ts';
import { useAction } from '../../lib/use-call.ts';
import { failureText } from '../../ui/feedback/failure-text.ts';
import { keyBytes, keysOf, supportOf } from './push-support.ts';

/** What stands between this browser and its messages; `ready`: nothing. */
export type BrowserState = 'looking' | 'ready' | 'unsupported' | 'denied' | 'noWorker';

export interface ThisBrowser {
  readonly state: BrowserState;
  /** Of its subscription, where it has one; whose it is the server knows. */
  readonly endpoint: string | undefined;
  readonly isBusy: boolean;
  /** Why the last try failed. */
  readonly problem: string | undefined;
  /** @param publicKey what the server says who it is by */
  readonly flip: (on: boolean, publicKey: string) => Promise<void>;
}

/** This browser's own part in being told: its permission, its worker and its subscription. */
export function useThisBrowser(): ThisBrowser {
  const { t } = useTranslation();
  const [found, setFound] = useState<Pick<ThisBrowser, 'state' | 'endpoint'>>({
    state: 'looking',
    endpoint: undefined,
  });
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const refreshes = ['notificationpreferences'] as const;
  const on = useAction('subscribewebpush', { quiet: true, refreshes });
  const off = useAction('unsubscribewebpush', { quiet: true, refreshes });

  useEffect(() => {
    void look().then(setFound);
  }, []);

  async function switchOn(publicKey: string): Promise<void> {
    if ((await Notification.requestPermission()) !== 'granted') return;
    const { pushManager } = await navigator.serviceWorker.ready;
    // One that was made for another key of the server takes nothing from this one.
    await (await pushManager.getSubscription())?.unsubscribe();
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: keyBytes(publicKey),
    });
    await on.mutateAsync(keysOf(subscription));
  }

  async function switchOff(): Promise<void> {
    const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
    if (!subscription) return;
    // The server first: what it no longer knows it does not send.
    await off.mutateAsync({ endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }

  async function flip(isOn: boolean, publicKey: string): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      await (isOn ? switchOn(publicKey) : switchOff());
    } catch (error) {
      setProblem(error instanceof CallFailure ? failureText(error, t) : t('notifications.push.noService'));
    }
    setFound(await look());
    setBusy(false);
  }

  return { ...found, isBusy, problem, flip };
}

async function look(): Promise<Pick<ThisBrowser, 'state' | 'endpoint'>> {
  const state = await supportOf(globalThis);
  if (state !== 'ready') return { state, endpoint: undefined };
  const registration = await navigator.serviceWorker.ready;
  return { state, endpoint: (await registration.pushManager.getSubscription())?.endpoint };
}
