import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayRead } from '../../lib/may-read.ts';
import { useCall } from '../../lib/use-call.ts';
import { ALL_PAGES, pagesFor } from './pages.ts';

/** At most this many of each kind. */
const LIMIT = 4;
const [store, spotlight] = createSpotlight();

/** Opens the search over pages, tricks and instruments. */
export const openPalette = spotlight.open;

export function Palette() {
  const { t } = useTranslation();
  const router = useRouter();
  const [text, setText] = useState('');
  const asked = useDeferredValue(text.trim());
  const tricks = useCall(
    'hometrickers',
    { Search: asked, pageSize: LIMIT },
    { enabled: asked !== '', keepPrevious: true },
  );
  const instruments = useCall(
    'searchinstruments',
    { Search: asked },
    { enabled: asked.length > 1, keepPrevious: true },
  );
  useEffect(() => openPalette(), []);

  const all = pagesFor(ALL_PAGES, mayRead);
  const pages = all
    .map((page) => ({ page, label: t(`nav.${page.name}`) }))
    .filter(({ label }) => label.toLowerCase().includes(asked.toLowerCase()));
  const found = asked === '' ? [] : (tricks.data?.trick_list ?? []);
  const symbols = asked.length > 1 ? (instruments.data?.instrument_list ?? []).slice(0, LIMIT) : [];
  const go = (path: string) => () => router.history.push(path);

  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      clearQueryOnClose
      overlayProps={{ blur: 0 }}
    >
      <Spotlight.Search
        placeholder={t('shell.palette.placeholder')}
        aria-label={t('shell.palette.placeholder')}
        leftSection={<IconSearch size={20} aria-hidden="true" />}
      />
      <Spotlight.ActionsList>
        {pages.length > 0 ? (
          <Spotlight.ActionsGroup label={t('shell.palette.pages')}>
            {pages.slice(0, asked === '' ? all.length : LIMIT).map(({ page, label }) => (
              <Spotlight.Action
                key={page.path}
                label={label}
                leftSection={<page.icon size={20} />}
                onClick={go(page.path)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ) : null}
        {found.length > 0 ? (
          <Spotlight.ActionsGroup label={t('shell.palette.tricks')}>
            {found.map((trick) => (
              <Spotlight.Action
                key={trick.TricksId}
                label={trick.name}
                description={trick.summary}
                onClick={go(`/tricks/${trick.TricksId}`)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ) : null}
        {symbols.length > 0 ? (
          <Spotlight.ActionsGroup label={t('shell.palette.instruments')}>
            {symbols.map((instrument) => (
              <Spotlight.Action
                key={`${instrument.exchange}:${instrument.symbol}`}
                label={instrument.symbol}
                {...(instrument.name === instrument.symbol ? {} : { description: instrument.name })}
                onClick={go(`/tricks?search=${encodeURIComponent(instrument.symbol)}`)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ) : null}
        {pages.length + found.length + symbols.length === 0 ? (
          <Spotlight.Empty>
            {tricks.isFetching || instruments.isFetching ? t('shell.palette.searching') : t('shell.palette.nothing')}
          </Spotlight.Empty>
        ) : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
