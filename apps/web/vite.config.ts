import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { codeAhead } from './build/code-ahead.ts';
import { compressedFiles } from './build/compressed-files.ts';
import { shellOfWorker, WORKER } from './build/shell-of-worker.ts';
import { textsInParts } from './build/texts-in-parts.ts';

/** Where the development server sends calls; the built app is served by the same process that answers them. */
const SERVER = 'http://127.0.0.1:8080';

/**
 * Which modules share a file. A file of a few hundred bytes costs more than it is, on the wire and on the way to the first
 * page, so what is always loaded together is one file: the libraries that draw, what every page needs, what every page of
 * a signed-in person needs. What these depend on does not come along: one sentence would bring the whole domain.
 * `first-pages.slow.test.ts` holds the sign-in and the first page to their budgets.
 */
const TOGETHER = {
  includeDependenciesRecursively: false,
  groups: [
    {
      name: 'kit',
      priority: 3,
      test: /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\//,
    },
    {
      name: 'base',
      priority: 2,
      test: anyOf(
        /packages\/(domain\/src\/language|[a-z]+\/src\/index)\.ts$/,
        sources(
          'app/(not-found-page|page-crash)',
          'lib/(server-texts|send|sender|refresh|wire|call-failure|session-store|kept|ahead|safe-next|query-of)',
          'lib/(i18n|first-texts|language|load-code)',
          'ui/(app-link|button|choose-language|language-button|logo|page-head|theme/skin)',
          'ui/feedback/(failure-text|toasts)',
          'ui/form/(form|fields|code-field|field-frame|use-form)',
          'features/accounts/(api|guest-page)',
        ),
      ),
    },
    {
      name: 'desk',
      priority: 1,
      test: anyOf(
        sources(
          'app/(desk-pages|providers|shell/(?!person-menu|menu-choice|device-choices|palette|keys-help).*)',
          'lib/(use-call|stream|use-stream|live-stream|stream-core|symbol-list|event-reader|stream-events)',
          'lib/(exchange-clock|quotes|format|paise|freshness|may-read|page-language|record-mode)',
          'ui/figures/(figures|mode|moment|stale-mark|figures-strip|explained|use-flash)',
          'ui/(section|state-dot|segments|texts|theme/(style-nonce|theme|mantine-styles))',
          'ui/feedback/(loaded|later|empty|error-state|skeleton|feedback|progress)',
          'ui/table/(cells|data-table|filter-select|sort-head|sort-select|sorting|table-foot|table-tools|use-sorted|head-row|list-state|csv)',
        ),
        /packages\/domain\/src\/(india-time|money)\.ts$/,
        /node_modules\/(@tanstack\/(query-core|react-query|table-core|react-table)|@mantine\/hooks|clsx)\//,
        /node_modules\/@mantine\/core\/esm\/core\//,
        /node_modules\/@mantine\/core\/esm\/components\/(ActionIcon|CloseButton|Input|InputBase|Loader|NativeSelect|TextInput|Transition|UnstyledButton)\//,
        /node_modules\/@mantine\/core\/esm\/components\/Combobox\/(Combobox\.module|ComboboxChevron|get-parsed)/,
        /node_modules\/@tabler\/icons-react\//,
      ),
    },
    {
      name: 'home-page',
      priority: 1,
      test: sources(
        'features/home/(?!top-ten).*',
        'ui/charts/(equity-chart|equity-paper|chart-foot|chart-skeleton|charts|series)',
      ),
    },
  ],
};

/** Modules of the app by their paths below `src`, without their endings. */
function sources(...paths: readonly string[]): RegExp {
  return new RegExp(`apps/web/src/(${paths.join('|')})\\.(tsx?|module\\.css)$`);
}

function anyOf(...parts: readonly RegExp[]): RegExp {
  return new RegExp(parts.map((part) => part.source).join('|'));
}

/** While developing the page does not come from the server, which otherwise writes its token into it. */
function clientToken(): Plugin {
  const content = process.env['CLIENT_TOKEN'] || 'web';
  return {
    name: 'client-token',
    apply: 'serve',
    transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'client-token', content }, injectTo: 'head-prepend' }],
  };
}

export default defineConfig({
  plugins: [react(), textsInParts(), codeAhead(), shellOfWorker(), compressedFiles(), clientToken()],
  base: '/',
  build: {
    outDir: 'dist',
    // Hashed files have a folder of their own, so that they may be cached for ever and `/assets/locales` may not.
    assetsDir: 'app',
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: 'index.html', [WORKER]: 'src/service-worker/service-worker.ts' },
      // The worker's name stays, and it stands at the root: it answers for what lies below it.
      output: {
        entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'app/[name]-[hash].js'),
        codeSplitting: TOGETHER,
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/userapi': SERVER, '/jwt': SERVER, '/adminapi': SERVER },
  },
});
