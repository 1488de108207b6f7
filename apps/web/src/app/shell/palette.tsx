import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayRead } from '../../lib/may-read.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { ALL_PAGES, pagesFor } from './pages.ts';
import { useFindings } from './use-findings.ts';

/** At most this many pages once something is typed. */
const LIMIT = 4;
const [store, spotlight] = createSpotlight();

/** Opens the search over pages, tricks, baskets, orders, tickets and instruments. */
export const openPalette = spotlight.open;

export function Palette() {
  const { t } = useTranslation();
  const router = useRouter();
  const [text, setText] = useState('');
  const typed = text.trim();
  const asked = useSettled(typed);
  // Enter must never open what was found for other words.
  const { groups, isSearching, hasFailed } = useFindings(asked === typed ? asked : '');
  useEffect(() => openPalette(), []);
  const hasMoved = useRef(false);
  // The library marks the first when a letter is typed; what is found later may come to an empty list, or before it.
  useLayoutEffect(() => selectFirst(hasMoved.current));

  const all = pagesFor(ALL_PAGES, mayRead);
  const pages = all
    .map((page) => ({ page, label: t(`nav.${page.name}`) }))
    .filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()));
  const go = (path: string) => () => router.history.push(path);

  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={(query) => {
        hasMoved.current = false;
        setText(query);
      }}
      shortcut={null}
      clearQueryOnClose
      scrollable
      maxHeight="min(36rem, 80vh)"
      overlayProps={{ blur: 0 }}
      attributes={{ content: { 'aria-label': t('shell.palette.title') } }}
      // The library pales it in the row that is marked, below what can be read.
      styles={{ actionDescription: { opacity: 1 } }}
    >
      <Spotlight.Search
        placeholder={t('shell.palette.placeholder')}
        aria-label={t('shell.palette.placeholder')}
        leftSection={<IconSearch size={20} aria-hidden="true" />}
        onKeyDown={({ key }) => {
          if (key === 'ArrowDown' || key === 'ArrowUp') hasMoved.current = true;
        }}
      />
      <Spotlight.ActionsList>
        {pages.length > 0 ? (
          <Spotlight.ActionsGroup {...named(t('shell.palette.pages'))}>
            {pages.slice(0, typed === '' ? all.length : LIMIT).map(({ page, label }) => (
              <Spotlight.Action
                key={page.path}
                label={label}
                leftSection={<page.icon size={20} />}
                onClick={go(page.path)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ) : null}
        {groups.map(({ name, findings }) => (
          <Spotlight.ActionsGroup key={name} {...named(t(`shell.palette.${name}`))}>
            {findings.map(({ key, label, description, path }) => (
              <Spotlight.Action
                key={key}
                label={label}
                {...(description === undefined ? {} : { description })}
                onClick={go(path)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {hasFailed ? <Spotlight.Empty role="alert">{t('shell.palette.failed')}</Spotlight.Empty> : null}
        {pages.length + groups.length === 0 && !hasFailed ? (
          <Spotlight.Empty role="status">
            {isSearching || asked !== typed ? t('shell.palette.searching') : t('shell.palette.nothing')}
          </Spotlight.Empty>
        ) : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Enter opens the first that was found, unless somebody has moved to another that is still there. */
function selectFirst(hasMoved: boolean): void {
  // Pages mark things of their own by the same attribute.
  const list = document.getElementById(store.getState().listId);
  const selected = list?.querySelector('[data-selected]');
  const first = list?.querySelector('[data-action]');
  if (!first || selected === first || (selected && hasMoved)) return;
  selected?.removeAttribute('data-selected');
  first.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

/** The library writes the label into the style alone, where no screen reader finds it. */
const named = (label: string) => ({ label, 'aria-label': label, role: 'group' });
