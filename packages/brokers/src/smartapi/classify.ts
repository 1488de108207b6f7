/** What a SmartAPI error code means for us. A code that is not listed is a plain refusal. */
export type CodeClass = 'session' | 'transient' | 'rate' | 'empty' | 'refusal';

const CLASSES: Readonly<Record<Exclude<CodeClass, 'refusal'>, readonly string[]>> = {
  session: ['AG8001', 'AG8002', 'AG8003', 'AB8050', 'AB8051', 'AB1010', 'AB1011', 'AB9005'],
  transient: ['AB1004', 'AB2000', 'AB2001', 'AB9000'],
  rate: ['AB1021'],
  empty: ['AB1013', 'AB1014', 'AB1015', 'AB1016', 'AB9019'],
};

const BY_CODE = new Map<string, CodeClass>(
  (['session', 'transient', 'rate', 'empty'] as const).flatMap((kind) =>
    CLASSES[kind].map((code): [string, CodeClass] => [code, kind]),
  ),
);

export function classOfCode(code: string): CodeClass {
  return BY_CODE.get(code) ?? 'refusal';
}
