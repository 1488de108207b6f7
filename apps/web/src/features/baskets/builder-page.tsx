import { useNavigate } from '@tanstack/react-router';
import type { BasketDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { routeId } from '../../lib/route-id.ts';
import { useAction, useCall } from '../../lib/use-call.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { type FieldProps, textsOf, useForm } from '../../ui/form/use-form.ts';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import css from './builder.module.css';
import {
  addInput,
  type BuilderValues,
  MOST_NAMES,
  type NameRow,
  problemsOf,
  sumOf,
  valuesOf,
  withName,
} from './builder-input.ts';
import { NameSearch } from './name-search.tsx';
import { WeightRows } from './weight-rows.tsx';

/** A basket of one's own, from nothing or from another one. */
export function NewBasketPage() {
  const { t } = useTranslation();
  const from = routeId(useListState().query['from']);
  return (
    <div className={layout.stack}>
      <PageHead
        title={t('baskets.builder.title')}
        lead={t('baskets.builder.lead')}
        crumb={<BackLink to="/baskets">{t('baskets.title')}</BackLink>}
      />
      {from === undefined ? <Builder from={undefined} /> : <FromBasket key={from} basketId={from} />}
    </div>
  );
}

function FromBasket({ basketId }: { readonly basketId: number }) {
  const { t } = useTranslation();
  const basket = useCall('detailsBasket', { basketId });
  if (basket.data) return <Builder from={basket.data.basket_details} />;
  if (!basket.error) return <PageSkeleton label={t('baskets.loading')} main={[220, 380]} />;
  return (
    <div className={layout.box}>
      <ErrorState
        failure={basket.error}
        title={t('baskets.builder.fromFailed')}
        onRetry={() => void basket.refetch()}
      />
    </div>
  );
}

/** The server's names of fields that stand elsewhere in the form. */
const fieldOf = (path: string): string => (path.startsWith('constituents') ? 'rows' : path);

function Builder({ from }: { readonly from: BasketDetails | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [edition, setEdition] = useState(0);
  const add = useAction('addBasket', { quiet: true, refreshes: ['listBasket'] });
  const form = useForm<BuilderValues>({
    initial: valuesOf(from, from ? t('baskets.builder.copyOf', { name: from.name }) : ''),
    check: (values) =>
      textsOf(problemsOf(values), (problem) =>
        t(`baskets.builder.problems.${problem}`, { sum: sumOf(values.rows), most: MOST_NAMES }),
      ),
    fieldOf,
    submit: async (values) => {
      const made = await add.mutateAsync(addInput(values, from?.basketId));
      void navigate({ to: '/baskets/$basketId', params: { basketId: String(made.basketId) } });
    },
  });
  const names = form.field('rows');
  const replace = (rows: readonly NameRow[]) => {
    names.onChange(rows);
    setEdition((before) => before + 1);
  };
  return (
    <Section title={from ? t('baskets.builder.fromTitle', { name: from.name }) : t('baskets.builder.formTitle')}>
      <div className={css.form}>
        <FormBox
          form={form}
          verb={t('baskets.builder.save')}
          beside={
            <ButtonLink to="/baskets" look="quiet">
              {t('common.cancel')}
            </ButtonLink>
          }
        >
          <div className={css.fields}>
            <TextField
              {...form.field('name')}
              label={t('baskets.builder.name')}
              help={t('baskets.builder.nameHelp')}
              maxLength={60}
              autoComplete="off"
            />
            <Benchmark {...form.field('benchmark')} />
          </div>
          {form.values.rows.length < MOST_NAMES ? (
            <NameSearch
              label={t('baskets.builder.add')}
              help={t('baskets.builder.addHelp')}
              taken={form.values.rows.map(({ symbol }) => symbol)}
              onChoose={(found) => names.onChange(withName(form.values.rows, found))}
            />
          ) : null}
          <WeightRows
            rows={form.values.rows}
            error={names.error}
            edition={edition}
            onType={names.onChange}
            onReplace={replace}
          />
        </FormBox>
      </div>
    </Section>
  );
}

/** What it is measured against; in capitals, as the exchange writes it. */
function Benchmark({ onChange, ...field }: FieldProps<string>) {
  const { t } = useTranslation();
  return (
    <TextField
      {...field}
      label={t('baskets.builder.benchmark')}
      help={t('baskets.builder.benchmarkHelp')}
      optional
      autoComplete="off"
      maxLength={30}
      onChange={(typed) => onChange(typed.toUpperCase())}
    />
  );
}
