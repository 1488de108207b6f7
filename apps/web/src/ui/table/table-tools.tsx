import { TextInput } from '@mantine/core';
import { IconDownload, IconFilter, IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { fileColumnsOf } from './column.ts';
import { downloadCsv, toCsv } from './csv.ts';
import css from './data-table.module.css';
import type { DataTableProps, TableSort } from './data-table.tsx';
import type { ListState } from './list-state.ts';
import { SortSelect } from './sort-select.tsx';

const SETTLE_MS = 300;

type TableToolsProps<Row> = DataTableProps<Row> & {
  readonly list: ListState;
  readonly sort: TableSort;
  /** Those that are here, in the order that is shown. */
  readonly rows: readonly Row[];
};

/** Search, filters, the order where heads are not seen, and the file, above a table; on a narrow screen filters unfold. */
export function TableTools<Row extends object>(props: TableToolsProps<Row>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const filtersId = useId();
  const exportable = fileColumnsOf(props.columns, props.file).length > 0;
  const sortable = props.columns.some((column) => column.sort);
  if (!props.searchable && !props.filters && !exportable && !sortable) return null;
  const { now, own, ask } = props.sort;
  // Without filters there is the order alone, which needs no fold.
  const folds = Boolean(props.filters);
  return (
    <div className={css.tools}>
      {props.searchable ? <SearchField list={props.list} label={props.label} /> : null}
      {folds ? (
        <button
          type="button"
          className={css.fold}
          aria-expanded={open}
          aria-controls={filtersId}
          onClick={() => setOpen(!open)}
        >
          <IconFilter size={16} aria-hidden="true" />
          {props.filtered ? t('table.filtersOn') : t('table.filters')}
        </button>
      ) : null}
      <div className={css.filters} id={filtersId} data-folded={folds && !open}>
        {props.filters}
        <SortSelect columns={props.columns} now={now} own={own} always={props.card !== undefined} onSort={ask} />
      </div>
      {exportable ? <ExportButton {...props} /> : null}
    </div>
  );
}

/** `/` comes here; what is typed reaches the address once it has settled. */
function SearchField({ list, label }: { readonly list: ListState; readonly label: string }) {
  const { t } = useTranslation();
  const [text, setText] = useState(list.search);
  const [known, setKnown] = useState(list.search);
  if (list.search !== known) {
    setKnown(list.search);
    setText(list.search);
  }
  useEffect(() => {
    if (text.trim() === known) return undefined;
    const timer = setTimeout(() => list.set({ search: text.trim() }), SETTLE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      className={css.search ?? ''}
      size="xs"
      type="search"
      data-list-search
      maxLength={100}
      placeholder={t('table.search')}
      aria-label={t('table.searchLabel', { list: label })}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}

function ExportButton<Row extends object>(props: TableToolsProps<Row>) {
  const { columns, file, state, allRows, exportName, label } = props;
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const rows = allRows ? await allRows() : props.rows;
      const kept = fileColumnsOf(columns, file);
      const lines = rows.map((row) => kept.map(({ value }) => value(row)));
      downloadCsv(
        exportName ?? label,
        toCsv(
          kept.map((column) => column.header),
          lines,
        ),
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      look="quiet"
      small
      busy={busy}
      disabled={(state.data?.total ?? 0) === 0}
      icon={<IconDownload size={16} aria-hidden="true" />}
      onClick={() => void save()}
    >
      {t('table.export')}
    </Button>
  );
}
