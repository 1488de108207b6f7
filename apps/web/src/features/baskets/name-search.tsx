import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ShareSearch } from '../../ui/form/share-search.tsx';
import type { FoundShare } from '../../ui/form/whole-symbol.ts';

interface NameSearchProps {
  readonly label: string;
  readonly help: string;
  /** Those that are there already. */
  readonly taken: readonly string[];
  readonly onChoose: (found: FoundShare) => void;
}

/** Adds one name after the other: the field is empty again when one was chosen. */
export function NameSearch({ label, help, taken, onChoose }: NameSearchProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  return (
    <ShareSearch
      label={label}
      help={help}
      listLabel={t('baskets.builder.found')}
      noneFound={t('baskets.builder.noneFound')}
      text={text}
      taken={taken}
      onText={setText}
      onChoose={(found) => {
        onChoose(found);
        setText('');
      }}
    />
  );
}
