import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count } from '../../lib/format.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import type { LoadState } from '../../ui/feedback/loaded.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { changedQuery, useListState } from '../../ui/table/list-state.ts';
import { asksForAll, isNarrowed, PAGE_SIZE } from '../../ui/table/time-list.ts';
import css from './operations.module.css';

interface Words {
  readonly title: string;
  readonly text: string;
}

interface PageAsked {
  readonly pageNumber: number;
  readonly pageSize: number;
}

interface ListPageProps<Row extends object, Answer extends { readonly total: number }> {
  readonly title: string;
  readonly lead: string;
  /** In the head. */
  readonly actions?: ReactNode;
  /** Between the head and the rows, once they are there. */
  readonly above?: (answer: Answer) => ReactNode;
  /** Above the rows: what stands against deciding on them. */
  readonly warning?: string | undefined;
  /** What the address asks for. */
  readonly input: object;
  /** What the call answers, and where its rows are. */
  readonly state: LoadState<Answer>;
  readonly rowsOf: (answer: Answer) => readonly Row[];
  /** Asks for any page of the same list; with it all rows can be saved as a file. */
  readonly readPage?: (page: PageAsked) => Promise<Answer>;
  readonly columns: readonly TableColumn<Row>[];
  /** The page's own address. */
  readonly path: string;
  /** How a row is named in an address. */
  readonly rowRef: (row: Row) => string;
  /** The parameter that names the opened row; without it a row leads to a page of its own below `path`. */
  readonly detail?: string;
  /** A queue shows what waits, the oldest first; any other list shows everything, the newest first. */
  readonly isQueue?: boolean;
  /** The order of the list by itself, where it goes by something else than the time. */
  readonly ownSort?: string;
  readonly filters: ReactNode;
  readonly empty: Words;
  /** Where the address narrows the list; `empty` says both without it. */
  readonly noMatch?: Words;
  /** The line below the rows. */
  readonly total: (counted: { readonly count: number; readonly formatted: string }, answer: Answer) => string;
  /** The drawer of the opened row; there is no row where nothing is open. */
  readonly children?: (opened: Row | undefined, onClose: () => void) => ReactNode;
}

/** A list that operators work through: its head, its rows, and the drawer of the one that the address opens. */
export function ListPage<Row extends object, Answer extends { readonly total: number }>({
  detail,
  isQueue = false,
  children,
  ...props
}: ListPageProps<Row, Answer>) {
  const { title, path, rowRef, rowsOf, readPage } = props;
  const { data, error, refetch } = props.state;
  const { query, show } = useListState();
  const narrowed = isNarrowed(props.input);
  const empty = useEmptyWords(props);
  const rows = data && rowsOf(data);
  const opened = detail === undefined ? undefined : rows?.find((row) => rowRef(row) === query[detail]);
  const close = (): void => show(detail === undefined ? {} : { [detail]: undefined });
  return (
    <div className={layout.stack}>
      <PageHead title={title} lead={props.lead} actions={props.actions} />
      {props.warning === undefined ? null : (
        <p className={css.warning} role="alert">
          {props.warning}
        </p>
      )}
      {data ? props.above?.(data) : null}
      <DataTable<Row>
        label={title}
        columns={props.columns}
        state={{ data: data && rows && { rows, total: data.total, pageSize: PAGE_SIZE }, error, refetch }}
        rowKey={rowRef}
        rowLink={(row) =>
          detail === undefined
            ? `${path}/${rowRef(row)}`
            : `${path}?${new URLSearchParams(changedQuery(query, { [detail]: rowRef(row) }))}`
        }
        searchable
        ownSort={props.ownSort ?? (isQueue ? 'time' : '-time')}
        // What waits is a part of all: the choice stays in sight where nothing does.
        filtered={isQueue || narrowed}
        filters={props.filters}
        empty={<Empty {...empty} />}
        total={data ? props.total({ count: data.total, formatted: count(data.total) }, data) : null}
        {...(readPage ? { allRows: () => readAllRows(readPage, rowsOf) } : {})}
      />
      {children?.(opened, close)}
    </div>
  );
}

type EmptyParts = Pick<ListPageProps<object, { readonly total: number }>, 'input' | 'empty' | 'noMatch'>;

/** What stands where no row does. */
function useEmptyWords({ input, empty, noMatch }: EmptyParts): Words {
  const { t } = useTranslation();
  if (asksForAll(input)) return { title: t('operations.noneYet'), text: t('operations.noneYetText') };
  return (isNarrowed(input) ? noMatch : undefined) ?? empty;
}

function readAllRows<Row, Answer extends { readonly total: number }>(
  readPage: (page: PageAsked) => Promise<Answer>,
  rowsOf: (answer: Answer) => readonly Row[],
): Promise<readonly Row[]> {
  return readAllPages(async (pageNumber, pageSize) => {
    const answer = await readPage({ pageNumber, pageSize });
    return { rows: rowsOf(answer), total: answer.total };
  });
}
