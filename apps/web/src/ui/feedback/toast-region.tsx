import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import css from './toast-region.module.css';
import { dismissToast, type Toast, toastList } from './toasts.ts';

/** Where messages appear: the top right in left-to-right pages. */
export function ToastRegion() {
  const { t } = useTranslation();
  const toasts = useSyncExternalStore(toastList.subscribe, toastList.read);
  return (
    <section className={css.region} aria-label={t('toast.region')} aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismissToast(toast.id), toast.lastsMs);
    return () => clearTimeout(timer);
  }, [held, toast.id, toast.lastsMs]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the timer while the pointer rests here
    <div
      className={`${css.toast} ${css[toast.tone]}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      <div className={css.text}>
        {toast.text}
        {toast.supportId ? <span className={css.id}>{t('failure.supportId', { id: toast.supportId })}</span> : null}
      </div>
      <button
        type="button"
        className={css.dismiss}
        aria-label={t('toast.dismiss')}
        onClick={() => dismissToast(toast.id)}
      >
        {/* Drawn here: the icon set's code would be loaded before the sign-in for this one cross. */}
        <svg
          width="16"
          height="16"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="M18 6 6 18M6 6l12 12" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  );
}
