import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import layout from '../../../ui/layout.module.css';
import { Section } from '../../../ui/section.tsx';
import { type DraftSectionProps, FieldError } from './basics-section.tsx';
import css from './builder.module.css';
import type { ParameterDraft } from './draft.ts';
import { errorAt } from './field-errors.ts';

const NUMBERS = ['default', 'min', 'max', 'step'] as const;
const NEW_PARAMETER: ParameterDraft = { name: '', label: '', default: 10, min: 1, max: 100, step: 1 };

interface ParametersSectionProps extends DraftSectionProps {
  /** Fields keep the text that they were made with: after one is taken out the others are made anew. */
  readonly onRemoved: () => void;
}

/** Numbers with names: what a sweep varies and a copy may set, without touching the conditions. */
export function ParametersSection({ draft, errors, set, onRemoved }: ParametersSectionProps) {
  const { t } = useTranslation();
  const { parameters } = draft;
  const names = parameters.map(({ name }) => name);
  const change = (index: number, changes: Partial<ParameterDraft>) =>
    set({ parameters: parameters.map((each, i) => (i === index ? { ...each, ...changes } : each)) });
  return (
    <Section title={t('builder.parameters')} note={t('builder.parametersNote')}>
      <div className={layout.stack}>
        {parameters.map((parameter, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may be empty or there twice while it is typed
          <div key={index} className={css.parameter}>
            <TextField
              name={`parameter${index}`}
              label={t('builder.parameterName')}
              value={parameter.name}
              onChange={(name) => change(index, { name })}
              error={
                names.indexOf(parameter.name) === index
                  ? undefined
                  : t('builder.parameterTwice', { name: parameter.name })
              }
              maxLength={30}
            />
            {NUMBERS.map((number) => (
              <NumberField
                key={number}
                name={`${number}${index}`}
                label={t(`builder.parameterNumbers.${number}`)}
                value={parameter[number]}
                onChange={(value) => change(index, { [number]: value })}
                error={errorAt(errors, `parameters.${parameter.name}.${number}`)}
              />
            ))}
            <div className={css.parameterEnd}>
              <Button
                small
                look="quiet"
                onClick={() => {
                  set({ parameters: parameters.filter((_, i) => i !== index) });
                  onRemoved();
                }}
              >
                {t('builder.removeParameter')}
              </Button>
            </div>
            {names.indexOf(parameter.name) === index ? (
              <FieldError text={errors.find(({ path }) => path === `parameters.${parameter.name}`)?.message} />
            ) : null}
          </div>
        ))}
        <div>
          <Button small look="quiet" onClick={() => set({ parameters: [...parameters, NEW_PARAMETER] })}>
            {t('builder.addParameter')}
          </Button>
        </div>
      </div>
    </Section>
  );
}
