import css from './catalogue.module.css';

/** Short facts one after the other, with dots between them. Those left out are not there. */
export function FactLine({ facts }: { readonly facts: readonly (string | undefined)[] }) {
  const shown = facts.filter((fact) => fact !== undefined);
  return (
    <ul className={css.facts}>
      {shown.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
