import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { FieldFrame } from '../../ui/form/field-frame.tsx';
import select from '../../ui/form/select.module.css';

/** As many as a call gives at once; more than the catalogue has. */
const MOST = 100;

interface TrickChoiceProps {
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined) => void;
}

/** A copy in my tricks, a trick that one has built, or one of the catalogue. */
export function TrickChoice({ value, onChange }: TrickChoiceProps) {
  const { t } = useTranslation();
  const catalogue = useCall('hometrickers', { pageSize: MOST, sort: 'name' });
  const test = useCall('mytrick', { type: 'Test', pageSize: MOST });
  const live = useCall('mytrick', { type: 'Live', pageSize: MOST });
  const built = useCall('owntricks', { pageSize: MOST });
  const copies = [...(test.data?.trick_list ?? []), ...(live.data?.trick_list ?? [])];
  return (
    <FieldFrame label={t('backtests.form.trick')} help={t('backtests.form.trickHelp')} error={undefined}>
      {(ids) => (
        <select
          {...ids}
          className={select.select}
          value={value ?? ''}
          onChange={(event) => onChange(Number(event.currentTarget.value) || undefined)}
        >
          <option value="">{t('backtests.form.chooseTrick')}</option>
          <Options label={t('backtests.form.ownTricks')} tricks={copies} />
          <Options
            label={t('backtests.form.builtTricks')}
            tricks={(built.data?.trick_list ?? []).filter(({ retired }) => !retired)}
          />
          <Options label={t('backtests.form.catalogue')} tricks={catalogue.data?.trick_list ?? []} />
        </select>
      )}
    </FieldFrame>
  );
}

interface OptionsProps {
  readonly label: string;
  readonly tricks: readonly { readonly TricksId: number; readonly name: string }[];
}

function Options({ label, tricks }: OptionsProps) {
  if (tricks.length === 0) return null;
  return (
    <optgroup label={label}>
      {tricks.map(({ TricksId, name }) => (
        <option key={TricksId} value={TricksId}>
          {name}
        </option>
      ))}
    </optgroup>
  );
}
