import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { useListState } from '../../ui/table/list-state.ts';

interface ChoiceFilterProps<Value extends string> {
  readonly label: string;
  /** The parameter of the address. */
  readonly name: string;
  /** The first is what the list shows by itself: it stands in no address. */
  readonly values: readonly [Value, ...Value[]];
  readonly say: (value: Value) => string;
}

/** One filter of a list, as the address has it; a word that it does not know is the list's own choice. */
export function ChoiceFilter<Value extends string>({ label, name, values, say }: ChoiceFilterProps<Value>) {
  const { query, set } = useListState();
  const [own] = values;
  return (
    <FilterSelect
      label={label}
      value={values.find((value) => value === query[name]) ?? own}
      options={values.map((value) => ({ value, label: say(value) }))}
      onChange={(value) => set({ [name]: value === own ? '' : value })}
    />
  );
}
