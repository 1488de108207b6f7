/** Reads environment variables and remembers each that is wrong, so that one start names them all. */
export class SettingsReader {
  readonly #environment: Readonly<Record<string, string | undefined>>;
  readonly problems: string[] = [];

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment;
  }

  /** An empty variable counts as one that is not set. */
  text(name: string): string | undefined {
    const value = this.#environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  required(name: string, why: string): string {
    const value = this.text(name);
    if (value === undefined) this.problems.push(`${name} is not set: ${why}`);
    return value ?? '';
  }

  number(name: string, fallback: number, range: { readonly min: number; readonly max: number }): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (value >= range.min && value <= range.max) return value;
    this.problems.push(`${name} must be a number from ${range.min} to ${range.max}, not "${text}"`);
    return fallback;
  }

  integer(name: string, fallback: number, range: { readonly min: number; readonly max: number }): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (Number.isInteger(value) && value >= range.min && value <= range.max) return value;
    this.problems.push(`${name} must be a whole number from ${range.min} to ${range.max}, not "${text}"`);
    return fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.text(name);
    if (text === undefined) return fallback;
    if (text === '1' || text === 'on' || text === 'true') return true;
    if (text === '0' || text === 'off' || text === 'false') return false;
    this.problems.push(`${name} must be 1 or 0, not "${text}"`);
    return fallback;
  }

  oneOf<const Choice extends string>(name: string, fallback: Choice, choices: readonly Choice[]): Choice {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const found = choices.find((choice) => choice === text);
    if (found === undefined) this.problems.push(`${name} must be one of ${choices.join(', ')}, not "${text}"`);
    return found ?? fallback;
  }

  url(name: string, fallback: string, protocols: readonly string[]): string {
    const text = this.text(name) ?? fallback;
    // The value may hold a password: it is never repeated.
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      this.problems.push(`${name} must be an address that starts with ${protocols.join(' or ')}`);
    }
    return text;
  }
}
