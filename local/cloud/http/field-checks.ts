import { readFlag } from './query.ts';
import { invalid, type ModelState, Refusal } from './reply.ts';

/**
 * The members of one object of a request, by name in any case. Every reading that finds something wrong notes it under
 * the member's path and goes on, so that one answer names every wrong member, each by its first mistake; `check` then
 * refuses the request. Values read before `check` may be placeholders. A member that is null counts as missing (service-facts 5).
 */
export class Fields {
  readonly #members = new Map<string, unknown>();
  readonly #path: string;
  readonly #complaints: ModelState;

  constructor(value: unknown, path = 'body', complaints: ModelState = {}) {
    this.#path = path;
    this.#complaints = complaints;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#note(path, 'An object is expected.');
      return;
    }
    for (const [name, member] of Object.entries(value)) this.#members.set(name.toLowerCase(), member);
  }

  has(name: string): boolean {
    return (this.#members.get(name.toLowerCase()) ?? null) !== null;
  }

  text(name: string): string {
    if (!this.#isGiven(name)) return '';
    const value = this.#member(name);
    if (typeof value !== 'string' || value.trim() === '') this.complain(name, 'Text is expected.');
    return String(value);
  }

  maybeText(name: string): string | undefined {
    return this.has(name) ? this.text(name) : undefined;
  }

  number(name: string): number {
    if (!this.#isGiven(name)) return Number.NaN;
    const value = this.#member(name);
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number)) return number;
    this.complain(name, 'A number is expected.');
    return Number.NaN;
  }

  maybeNumber(name: string): number | undefined {
    return this.has(name) ? this.number(name) : undefined;
  }

  maybeFlag(name: string): boolean | undefined {
    if (!this.has(name)) return undefined;
    const flag = readFlag(this.#member(name));
    if (flag === undefined) this.complain(name, 'true or false is expected.');
    return flag;
  }

  flag(name: string): boolean {
    return this.#isGiven(name) && (this.maybeFlag(name) ?? false);
  }

  /** The one of `choices` that is given, in the spelling of `choices`. */
  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    if (!this.#isGiven(name)) return undefined;
    const given = String(this.#member(name)).trim().toLowerCase();
    const choice = choices.find((candidate) => candidate.toLowerCase() === given);
    if (choice === undefined) this.complain(name, `One of ${choices.join(', ')} is expected.`);
    return choice;
  }

  object(name: string): Fields {
    return new Fields(this.#isGiven(name) ? this.#member(name) : {}, this.#pathOf(name), this.#complaints);
  }

  /** A list of objects with at least one element. */
  objects(name: string): Fields[] {
    return this.#isGiven(name) ? this.#objects(name) : [];
  }

  maybeObjects(name: string): Fields[] {
    return this.has(name) ? this.#objects(name, 0) : [];
  }

  /** A list of texts with at least one element; a single text counts as a list of one (form bodies). */
  texts(name: string): string[] {
    if (!this.#isGiven(name)) return [];
    const value = this.#member(name);
    const list = typeof value === 'string' ? [value] : value;
    if (Array.isArray(list) && list.length > 0 && list.every((item) => typeof item === 'string')) return list;
    this.complain(name, 'A list of texts is expected.');
    return [];
  }

  maybeTexts(name: string): string[] | undefined {
    return this.has(name) ? this.texts(name) : undefined;
  }

  complain(name: string, sentence: string): void {
    this.#note(this.#pathOf(name), sentence);
  }

  /** @throws Refusal with 400 and one entry per member that was wrong (service-facts 2.10). */
  check(): void {
    if (Object.keys(this.#complaints).length > 0) throw new Refusal(invalid(this.#complaints));
  }

  #objects(name: string, atLeast = 1): Fields[] {
    const list = this.#member(name);
    if (Array.isArray(list) && list.length >= atLeast) {
      return list.map((item, i) => new Fields(item, `${this.#pathOf(name)}[${i}]`, this.#complaints));
    }
    this.complain(name, 'A list is expected.');
    return [];
  }

  #isGiven(name: string): boolean {
    if (!this.has(name)) this.complain(name, `The ${name} field is required.`);
    return this.has(name);
  }

  #member(name: string): unknown {
    return this.#members.get(name.toLowerCase());
  }

  #pathOf(name: string): string {
    return `${this.#path}.${name}`;
  }

  #note(path: string, sentence: string): void {
    this.#complaints[path] ??= [sentence];
  }
}
