import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/form/select-field.tsx';
import css from './builder.module.css';
import type { ConditionBlock } from './check.worker.ts';
import { withMore, without } from './condition-text.ts';
import { SideInput } from './side-input.tsx';

type Compare = Extract<ConditionBlock, { kind: 'compare' }>;
type Group = Extract<ConditionBlock, { kind: 'group' }>;

const OPERATORS = ['crosses above', 'crosses below', '>', '>=', '<', '<=', '==', '!='] as const;
const OPERATOR_KEYS = {
  'crosses above': 'crossesAbove',
  'crosses below': 'crossesBelow',
  '>': 'above',
  '>=': 'atLeast',
  '<': 'below',
  '<=': 'atMost',
  '==': 'equal',
  '!=': 'notEqual',
} as const;

interface ConditionBlocksProps {
  readonly block: ConditionBlock | undefined;
  readonly onChange: (block: ConditionBlock | undefined) => void;
  /** Id of the list of names that a side may be. */
  readonly names: string;
}

/** A condition as comparisons that are joined; what it says is what the text beside it says. */
export function ConditionBlocks({ block, onChange, names }: ConditionBlocksProps) {
  const { t } = useTranslation();
  return (
    <div className={css.blocks}>
      {block ? <Block block={block} onChange={onChange} names={names} /> : null}
      <div>
        <Button small look="quiet" onClick={() => onChange(withMore(block))}>
          {block ? t('builder.blocks.add') : t('builder.blocks.first')}
        </Button>
      </div>
    </div>
  );
}

interface BlockProps {
  readonly block: ConditionBlock;
  readonly onChange: (block: ConditionBlock | undefined) => void;
  readonly names: string;
}

function Block({ block, onChange, names }: BlockProps) {
  const { t } = useTranslation();
  switch (block.kind) {
    case 'group':
      return <GroupBlock block={block} onChange={onChange} names={names} />;
    case 'compare':
      return <CompareBlock block={block} onChange={onChange} names={names} />;
    case 'not':
      return (
        <div className={css.group}>
          <div className={css.groupHead}>
            <strong>{t('builder.blocks.not')}</strong>
            <RemoveButton label={t('builder.blocks.removeNot')} onClick={() => onChange(block.of)} />
          </div>
          <Block
            block={block.of}
            names={names}
            onChange={(of) => onChange(of === undefined ? undefined : { ...block, of })}
          />
        </div>
      );
    case 'text':
      return (
        <div className={css.row}>
          <SideInput
            label={t('builder.blocks.isTrue')}
            value={block.text}
            names={names}
            onChange={(text) => onChange({ ...block, text })}
          />
          <RemoveButton label={t('builder.blocks.remove')} onClick={() => onChange(undefined)} />
        </div>
      );
  }
}

function GroupBlock({ block, onChange, names }: BlockProps & { readonly block: Group }) {
  const { t } = useTranslation();
  const { items, op } = block;
  const replace = (index: number, item: ConditionBlock | undefined): void => {
    if (item) onChange({ ...block, items: items.map((each, i) => (i === index ? item : each)) });
    else {
      const left = without(items, index);
      onChange(left?.kind === 'group' ? { ...left, op: items.length > 2 ? op : left.op } : left);
    }
  };
  return (
    <div className={css.group}>
      <div className={css.groupHead}>
        <Choice
          ids={{ 'aria-label': t('builder.blocks.join') }}
          value={op}
          options={[
            { value: 'and', label: t('builder.blocks.all') },
            { value: 'or', label: t('builder.blocks.any') },
          ]}
          onChange={(chosen) => onChange({ ...block, op: chosen })}
        />
      </div>
      <ul className={css.items}>
        {items.map((item, index) => (
          // Parts have no identity of their own: their place is all there is.
          // biome-ignore lint/suspicious/noArrayIndexKey: an input keeps its text by its value, not by its key
          <li key={index}>
            <Block block={item} names={names} onChange={(changed) => replace(index, changed)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function CompareBlock({ block, onChange, names }: BlockProps & { readonly block: Compare }) {
  const { t } = useTranslation();
  return (
    <div className={css.row}>
      <div className={css.sides}>
        <SideInput
          label={t('builder.blocks.left')}
          value={block.left}
          names={names}
          onChange={(left) => onChange({ ...block, left })}
        />
        <span className={css.operator}>
          <Choice
            ids={{ 'aria-label': t('builder.blocks.operator') }}
            value={block.op}
            options={OPERATORS.map((value) => ({
              value,
              label: t(`builder.blocks.operators.${OPERATOR_KEYS[value]}`),
            }))}
            onChange={(op) => onChange({ ...block, op })}
          />
        </span>
        <SideInput
          label={t('builder.blocks.right')}
          value={block.right}
          names={names}
          onChange={(right) => onChange({ ...block, right })}
        />
      </div>
      <RemoveButton label={t('builder.blocks.remove')} onClick={() => onChange(undefined)} />
    </div>
  );
}

function RemoveButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <button type="button" className={css.remove} aria-label={label} title={label} onClick={onClick}>
      <IconX size={16} aria-hidden="true" />
    </button>
  );
}
