import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { PAGE_KEYS } from './pages.ts';
import css from './shell.module.css';

const KEYS = [
  [['Ctrl', 'K'], 'palette'],
  [['/'], 'search'],
  [['?'], 'help'],
] as const;

export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  useFocusBack(true);
  return (
    <Modal opened onClose={onClose} title={t('shell.keysTitle')} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <dl className={css.keys}>
        {KEYS.map(([keys, name]) => (
          <Row key={name} keys={keys} text={t(`shell.keys.${name}`)} />
        ))}
        {PAGE_KEYS.map(({ key, name }) => (
          <Row key={name} keys={['g', key]} text={t('shell.keys.goTo', { page: t(`nav.${name}`) })} />
        ))}
      </dl>
    </Modal>
  );
}

function Row({ keys, text }: { readonly keys: readonly string[]; readonly text: string }) {
  return (
    <div style={{ display: 'contents' }}>
      <dt>
        {keys.map((key) => (
          <kbd key={key} style={{ marginInlineEnd: 4 }}>
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  );
}
