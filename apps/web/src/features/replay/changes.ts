import type { ReplayDay } from '@trickdesk/contract';

export type Values = Readonly<Record<string, number>>;
type Parameter = ReplayDay['parameters'][number];

/** `fast:8,slow:30` of an address; what cannot be read is left out. */
export function valuesIn(text: string | undefined): Values | undefined {
  const values: Record<string, number> = {};
  for (const part of (text ?? '').split(',')) {
    const [name = '', value = ''] = part.split(':');
    if (/^[a-z][a-z0-9_]{0,29}$/.test(name) && value !== '' && Number.isFinite(Number(value))) {
      values[name] = Number(value);
    }
  }
  return Object.keys(values).length === 0 ? undefined : values;
}

/** The other way round; the address is empty where nothing is changed. */
export function textOf(values: Values): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(',');
}

/** Steps are decimals, which floats only come near to. */
export function isAllowed(value: number | undefined, { min, max, step }: Parameter): boolean {
  if (value === undefined || !(value >= min && value <= max)) return false;
  const steps = (value - min) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
}
