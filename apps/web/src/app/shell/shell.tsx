import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsStale } from '../../lib/freshness.ts';
import { session } from '../../lib/send.ts';
import { startStream } from '../../lib/stream.ts';
import { later, SayGone } from '../../ui/feedback/later.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { keepPreference, MENU_KEY, readPreference } from '../../ui/theme/skin.ts';
import { Providers } from '../providers.tsx';
import { Bar } from './bar.tsx';
import { Leaving } from './leaving.tsx';
import { connectLiveUpdates } from './live-updates.ts';
import { Menu } from './menu.tsx';
import { createQueryClient } from './query-client.ts';
import css from './shell.module.css';
import { useKeys } from './use-keys.ts';
import { useLanguageOfMails } from './use-language-of-mails.ts';

const Palette = later(async () => (await import('./palette.tsx')).Palette, SayGone);
const KeysHelp = later(async () => (await import('./keys-help.tsx')).KeysHelp, SayGone);

/** What stands around every page of a signed-in person. What was read belongs to this sign-in and goes with it. */
export function Shell() {
  const [client] = useState(createQueryClient);
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <Providers>
      <QueryClientProvider client={client}>
        {isLeaving ? <Leaving /> : <Frame onLogOut={() => setIsLeaving(true)} />}
      </QueryClientProvider>
    </Providers>
  );
}

/** Holds the event stream open for as long as somebody is signed in. */
function useLive(): void {
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const disconnect = connectLiveUpdates(client, (reason) => {
      session.clear();
      showToast({ tone: 'failed', text: reason });
      void router.navigate({ to: '/login', search: { next: router.state.location.href } });
    });
    const stop = startStream();
    return () => {
      stop();
      disconnect();
    };
  }, [client, router]);
}

/** What the server says is put into the page's language as it arrives, so a change of language reads it anew. */
function useAnswersInLanguage(): void {
  const client = useQueryClient();
  const { i18n } = useTranslation();
  useEffect(() => {
    const readAnew = () => void client.invalidateQueries();
    i18n.on('languageChanged', readAnew);
    return () => i18n.off('languageChanged', readAnew);
  }, [client, i18n]);
}

/** Follows the other tabs: signed out in one is signed out here, and another person's figures never stay on screen. */
function useSessionOfOtherTabs(): void {
  const router = useRouter();
  useEffect(() => {
    const userId = session.user()?.userId;
    const follow = () => {
      if (session.token() === undefined) void router.navigate({ to: '/login' });
      else if (session.user()?.userId !== userId) location.reload();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [router]);
}

/** After a change of page the focus stands at its content, so that a screen reader begins there. */
function useFocusOnNewPage(): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current !== path) content.current?.focus({ preventScroll: true });
    shown.current = path;
  }, [path]);
  return content;
}

function Frame({ onLogOut }: { readonly onLogOut: () => void }) {
  const { t } = useTranslation();
  const [collapsed, setCollapsed] = useState(readPreference(MENU_KEY) === 'true');
  const [menuOpen, setMenuOpen] = useState(false);
  const [palette, setPalette] = useState(false);
  const [help, setHelp] = useState(false);
  const stale = useIsStale();
  const content = useFocusOnNewPage();
  useLive();
  useAnswersInLanguage();
  useSessionOfOtherTabs();
  useLanguageOfMails();

  function openSearch(): void {
    // The first time the palette opens itself once its code is there.
    if (palette) void import('./palette.tsx').then(({ openPalette }) => openPalette());
    setPalette(true);
  }
  useKeys({ onPalette: openSearch, onHelp: () => setHelp(true) });

  function fold(): void {
    setCollapsed(!collapsed);
    keepPreference(MENU_KEY, String(!collapsed));
  }

  return (
    <div className={css.shell} data-collapsed={collapsed} data-menu={menuOpen ? 'open' : 'closed'} data-stale={stale}>
      <a className={css.skip} href="#content">
        {t('shell.skipToContent')}
      </a>
      <Menu collapsed={collapsed} onCollapse={fold} onChosen={() => setMenuOpen(false)} />
      <button
        type="button"
        className={css.shade}
        aria-label={t('shell.closeMenu')}
        onClick={() => setMenuOpen(false)}
      />
      <div className={css.column}>
        <Bar onMenu={() => setMenuOpen(!menuOpen)} menuOpen={menuOpen} onSearch={openSearch} onLogOut={onLogOut} />
        <main className={css.content} id="content" tabIndex={-1} ref={content}>
          <Outlet />
        </main>
      </div>
      <Suspense fallback={null}>
        {palette ? <Palette /> : null}
        {help ? <KeysHelp onClose={() => setHelp(false)} /> : null}
      </Suspense>
    </div>
  );
}
