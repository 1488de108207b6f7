import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from './use-focus-back.ts';

interface DetailDrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

/** The detail of a row beside its list. Whether it is open stands in the address, so that it can be linked. */
export function DetailDrawer({ opened, onClose, title, children }: DetailDrawerProps) {
  const { t } = useTranslation();
  useFocusBack(opened);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      returnFocus={false}
      title={title}
      position="right"
      size="md"
      closeButtonProps={{ 'aria-label': t('common.close') }}
      // The head of a panel is not the page's banner.
      attributes={{ header: { role: 'presentation' } }}
      styles={{ title: { lineHeight: 1.4 } }}
    >
      {children}
    </Drawer>
  );
}
