import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/section.tsx';
import { Segments } from '../../ui/segments.tsx';
import { DeviceChoices } from '../shell/device-choices.tsx';
import css from './device-section.module.css';

/** Language and looks, as this browser keeps them: the same choices as in the person's menu. */
export function DeviceSection() {
  const { t } = useTranslation();
  return (
    <Section title={t('preferences.device')} note={t('preferences.deviceNote')}>
      <div className={css.choices}>
        <DeviceChoices Choice={Choice} />
      </div>
    </Section>
  );
}

/** A choice with its name in sight. */
function Choice<Value extends string>(props: Parameters<typeof Segments<Value>>[0]) {
  return (
    <div className={css.choice}>
      <span aria-hidden="true">{props.label}</span>
      <Segments {...props} />
    </div>
  );
}
