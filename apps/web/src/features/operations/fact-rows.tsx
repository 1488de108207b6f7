import type { ReactNode } from 'react';
import facts from '../../ui/facts.module.css';

/** Names at the start, what they are at the end, a line each. */
export function FactRows({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={facts.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
