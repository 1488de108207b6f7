/** A short message at the top right. Never the only trace of something important. */
export interface Toast {
  readonly id: number;
  readonly tone: 'done' | 'failed' | 'note';
  readonly text: string;
  readonly supportId: string | undefined;
  readonly lastsMs: number;
}

const LASTS_MS = 5_000;
const FAILURE_LASTS_MS = 8_000;
const AT_MOST = 4;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

interface ToastParts {
  readonly tone: Toast['tone'];
  readonly text: string;
  readonly supportId?: string | undefined;
  readonly lastsMs?: number;
}

/** Shows a message. The same words that are on screen already are not shown twice. */
export function showToast({ tone, text, supportId, lastsMs }: ToastParts): void {
  if (toasts.some((toast) => toast.text === text && toast.tone === tone)) return;
  lastId += 1;
  const lasts = lastsMs ?? (tone === 'failed' ? FAILURE_LASTS_MS : LASTS_MS);
  change([...toasts, { id: lastId, tone, text, supportId, lastsMs: lasts }].slice(-AT_MOST));
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export const toastList = {
  read: (): readonly Toast[] => toasts,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
