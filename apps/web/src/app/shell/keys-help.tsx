import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import css from './shell.module.css';

const KEYS = [
  [['Ctrl', 'K'], 'palette'],
  [['/'], 'search'],
  [['g', 'h'], 'goHome'],
  [['g', 't'], 'goTricks'],
  [['g', 'm'], 'goMyTricks'],
  [['g', 'p'], 'goPositions'],
  [['?'], 'help'],
] as const;

export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t('shell.keysTitle')} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <dl className={css.keys}>
        {KEYS.map(([keys, name]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} style={{ marginInlineEnd: 4 }}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(`shell.keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
